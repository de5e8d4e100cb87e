//! The processor time of this process and of those that it has waited for.

use std::time::Duration;

/// Processor time of this process and of the processes that it has waited for, with those that these have waited for.
pub fn processor_time() -> Duration {
    [libc::RUSAGE_SELF, libc::RUSAGE_CHILDREN].map(of).iter().sum()
}

fn of(who: libc::c_int) -> Duration {
    // SAFETY: a structure of numbers may be zero, and the call fills it; both words are valid, so that it does not fail.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &raw mut usage);
        usage
    };
    let time = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.unsigned_abs()) + Duration::from_micros(time.tv_usec.unsigned_abs())
    };
    time(usage.ru_utime) + time(usage.ru_stime)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn time_of_a_child_counts_once_it_was_waited_for() {
        let before = processor_time();
        let counts = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        assert!(Command::new("sh").args(["-c", counts]).status().expect("a shell").success());
        assert!(processor_time() - before > Duration::from_millis(10));
    }
}
