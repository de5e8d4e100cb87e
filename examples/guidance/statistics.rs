//! A test of two samples of runs: are they different, or is it chance? Few runs, no assumption about how they are distributed.

/// The middle value; the mean of the two middle ones of an even number. NaN without any.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

/// The Mann-Whitney U test of two samples.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct MannWhitney {
    /// Pairs in which the first sample's value is the greater one; ties count one half.
    pub u: f64,
    /// The chance of a U this far from the middle, either way, if the samples were alike.
    pub two_sided: f64,
    /// The chance of a U this great or greater.
    pub one_sided: f64,
    /// Vargha and Delaney's effect size: the chance that a value of the first sample is greater. One half is no effect.
    pub a12: f64,
}

impl MannWhitney {
    /// Compares two samples, exactly: over all ways of parting the values at hand into samples of these sizes.
    /// There is none if one is empty.
    pub fn of(first: &[f64], second: &[f64]) -> Option<MannWhitney> {
        let (n, m) = (first.len(), second.len());
        if n == 0 || m == 0 {
            return None;
        }
        let ranks = doubled_ranks(first, second);
        let sum: usize = ranks[..n].iter().sum();
        let ways = ways(&ranks, n);
        let total: f64 = ways.iter().sum();
        let chance = |wanted: &dyn Fn(usize) -> bool| {
            ways.iter().enumerate().filter(|(sum, _)| wanted(*sum)).map(|(_, ways)| ways).sum::<f64>() / total
        };
        // Of doubled ranks the expected sum is a whole number.
        let middle = n * (n + m + 1);
        let u = (sum - n * (n + 1)) as f64 / 2.0;
        Some(MannWhitney {
            u,
            two_sided: chance(&|other| other.abs_diff(middle) >= sum.abs_diff(middle)),
            one_sided: chance(&|other| other >= sum),
            a12: u / (n * m) as f64,
        })
    }
}

/// Twice the rank of each value among all, those of the first sample first. Ties share the mean of their ranks, which is
/// a whole or a half.
fn doubled_ranks(first: &[f64], second: &[f64]) -> Vec<usize> {
    let all: Vec<f64> = first.iter().chain(second).copied().collect();
    let rank = |value: f64| {
        let below = all.iter().filter(|&&other| other < value).count();
        let equal = all.iter().filter(|&&other| other == value).count();
        2 * below + equal + 1
    };
    all.iter().map(|&value| rank(value)).collect()
}

/// In how many ways `chosen` of these numbers add up to each sum.
fn ways(numbers: &[usize], chosen: usize) -> Vec<f64> {
    let most: usize = numbers.iter().sum();
    // ways[k][s]: k of the numbers so far add up to s.
    let mut ways = vec![vec![0.0; most + 1]; chosen + 1];
    ways[0][0] = 1.0;
    for &number in numbers {
        for k in (0..chosen).rev() {
            for sum in (0..=most - number).rev() {
                ways[k + 1][sum + number] += ways[k][sum];
            }
        }
    }
    ways.swap_remove(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    #[test]
    fn medians() {
        assert_eq!((median(&[3.0, 1.0, 2.0]), median(&[4.0, 1.0, 2.0, 3.0])), (2.0, 2.5));
        assert!(median(&[]).is_nan());
    }

    /// Five against five, wholly apart: one of 252 ways either side.
    #[test]
    fn samples_that_are_apart() {
        let (high, low) = ([6.0, 7.0, 8.0, 9.0, 10.0], [1.0, 2.0, 3.0, 4.0, 5.0]);
        let test = MannWhitney::of(&high, &low).expect("two samples");
        assert_eq!((test.u, test.a12), (25.0, 1.0));
        assert!(near(test.two_sided, 2.0 / 252.0) && near(test.one_sided, 1.0 / 252.0), "{test:?}");
        let test = MannWhitney::of(&low, &high).expect("two samples");
        assert_eq!((test.u, test.a12), (0.0, 0.0));
        assert!(near(test.two_sided, 2.0 / 252.0) && near(test.one_sided, 1.0), "{test:?}");
    }

    /// The ages of nine patients, an example often used for this test: U = 17, p = 1/9.
    #[test]
    fn samples_that_overlap() {
        let test =
            MannWhitney::of(&[19.0, 22.0, 16.0, 29.0, 24.0], &[20.0, 11.0, 17.0, 12.0]).expect("two samples");
        assert!(near(test.u, 17.0) && near(test.a12, 0.85) && near(test.two_sided, 1.0 / 9.0), "{test:?}");
    }

    /// Of the 20 ways to take three of the ranks 1, 3, 3, 3, 5, 6, three come to 7 and three to 14.
    #[test]
    fn ties_share_their_ranks() {
        let test = MannWhitney::of(&[1.0, 2.0, 2.0], &[2.0, 3.0, 4.0]).expect("two samples");
        assert!(near(test.u, 1.0) && near(test.one_sided, 1.0) && near(test.two_sided, 0.3), "{test:?}");
        let alike = MannWhitney::of(&[1.0, 1.0], &[1.0, 1.0]).expect("two samples");
        assert!(near(alike.a12, 0.5) && near(alike.two_sided, 1.0), "{alike:?}");
    }

    #[test]
    fn nothing_compares_with_nothing() {
        assert_eq!(MannWhitney::of(&[], &[1.0]), None);
    }
}
