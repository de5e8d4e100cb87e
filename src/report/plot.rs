//! A curve that only rises: by characters for a terminal, as SVG for a page.

use std::fmt::Write;

/// Columns and rows of the curve on a terminal.
const COLUMNS: u64 = 60;
const ROWS: u64 = 10;

/// The picture and its plotting area within: left, top, width, height.
const PICTURE: (f64, f64) = (800.0, 420.0);
const AREA: (f64, f64, f64, f64) = (80.0, 50.0, 690.0, 310.0);
/// Most points drawn; a screen has no more columns.
const MOST_POINTS: usize = 1000;

/// The curve by characters. `points` ascend in both.
pub fn text(points: &[(u64, u64)]) -> String {
    let Some(&(last, top)) = points.last() else { return String::new() };
    let (last, top) = (last.max(1), top.max(1));
    let width = top.to_string().len();
    let mut out = String::new();
    let height_at = |column: u64| {
        let inputs = (last * (column + 1)).div_ceil(COLUMNS);
        let before = points.partition_point(|p| p.0 <= inputs);
        before.checked_sub(1).map_or(0, |at| (points[at].1 * ROWS).div_ceil(top))
    };
    for row in (1..=ROWS).rev() {
        let label = if row == ROWS { top.to_string() } else { String::new() };
        let line: String = (0..COLUMNS).map(|c| if height_at(c) >= row { '#' } else { ' ' }).collect();
        out += &format!("{label:>width$} |{}\n", line.trim_end());
    }
    out += &format!("{:>width$} +{}\n", 0, "-".repeat(COLUMNS as usize));
    out += &format!("{:>width$}  {:<58}{last}", "", 0);
    out
}

/// The curve as a picture of its own, with `title` above it.
pub fn svg(title: &str, points: &[(u64, u64)]) -> String {
    let (left, up, width, height) = AREA;
    let (last, top) = points.last().map_or((1, 1), |p| (p.0.max(1), p.1.max(1)));
    let top = ticks(top).last().copied().unwrap_or(top).max(top);
    let x = |inputs: u64| left + width * inputs as f64 / last as f64;
    let y = |reached: u64| up + height * (1.0 - reached as f64 / top as f64);
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" font-family="sans-serif" font-size="13" fill="#333">
<rect width="100%" height="100%" fill="white"/>
<text x="{left}" y="28" font-size="17">{}</text>
"##,
        PICTURE.0,
        PICTURE.1,
        escaped(title)
    );
    for tick in ticks(top) {
        let at = y(tick);
        let _ = writeln!(out, r##"<path d="M{left} {at:.1}h{width}" stroke="#ddd"/>"##);
        let _ = writeln!(
            out,
            r##"<text x="{}" y="{:.1}" text-anchor="end">{}</text>"##,
            left - 8.0,
            at + 4.0,
            grouped(tick)
        );
    }
    for tick in ticks(last).into_iter().filter(|tick| *tick <= last) {
        let (at, bottom) = (x(tick), up + height);
        let _ = writeln!(out, r##"<path d="M{at:.1} {bottom}v5" stroke="#333"/>"##);
        let _ = writeln!(
            out,
            r##"<text x="{at:.1}" y="{}" text-anchor="middle">{}</text>"##,
            bottom + 20.0,
            grouped(tick)
        );
    }
    // Each input adds its blocks at once, so the curve goes up in steps.
    let step = points.len().div_ceil(MOST_POINTS).max(1);
    let drawn = points.iter().step_by(step).chain(points.last());
    let mut line = format!("M{left} {:.1}", y(0));
    for &(inputs, reached) in drawn {
        let _ = write!(line, "H{:.1}V{:.1}", x(inputs), y(reached));
    }
    let (right, bottom) = (left + width, up + height);
    let _ = writeln!(out, r##"<path d="{line}V{bottom}H{left}Z" fill="#3568a8" fill-opacity="0.12"/>"##);
    let _ = writeln!(out, r##"<path d="{line}" fill="none" stroke="#3568a8" stroke-width="2"/>"##);
    let _ = writeln!(out, r##"<path d="M{left} {up}V{bottom}H{right}" fill="none" stroke="#333"/>"##);
    let middle = left + width / 2.0;
    let _ = writeln!(out, r##"<text x="{middle}" y="{}" text-anchor="middle">inputs</text>"##, bottom + 44.0);
    out + "</svg>\n"
}

/// Round numbers from 0 to `top` or just above it, four to eight of them where there is room.
fn ticks(top: u64) -> Vec<u64> {
    let power = 10u64.pow(top.max(1).ilog10());
    let steps = [power / 5, power / 2, power, power * 2];
    let step = steps.into_iter().filter(|s| *s > 0).find(|s| top.div_ceil(*s) <= 7).unwrap_or(power);
    (0..=top.div_ceil(step)).map(|n| n * step).collect()
}

/// 1234567 as 1 234 567.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_rise_to_the_right() {
        let text = text(&[(1, 500), (2, 500), (3, 900), (4, 1000)]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 12);
        let hashes = |line: &str| line.matches('#').count();
        assert_eq!((hashes(lines[0]), hashes(lines[9])), (15, 60));
        assert!(
            lines[0].starts_with("1000 |") && lines[10].starts_with("   0 +--") && lines[11].ends_with(" 4")
        );
    }

    #[test]
    fn no_points_are_no_plot_and_nothing_reached_is_flat() {
        assert_eq!(text(&[]), "");
        assert!(!text(&[(1, 0), (2, 0)]).contains('#'));
        assert!(svg("t", &[]).contains("</svg>") && svg("t", &[(1, 0)]).contains("</svg>"));
    }

    #[test]
    fn the_picture_holds_the_whole_curve() {
        let points: Vec<(u64, u64)> = (1..=5000).map(|n| (n, 70_000 + n)).collect();
        let svg = svg("a <b>", &points);
        assert!(svg.contains("a &lt;b&gt;") && svg.contains("80\u{202f}000") && svg.contains(">inputs<"));
        let line = svg.lines().find(|l| l.contains(r##"fill="none" stroke="#3568a8""##)).expect("the curve");
        assert!(line.matches('H').count() <= MOST_POINTS + 1 && line.contains("H770.0V"), "{line}");
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(73_000), [0, 20_000, 40_000, 60_000, 80_000]);
        assert_eq!(ticks(1), [0, 1]);
        assert_eq!(ticks(57), [0, 10, 20, 30, 40, 50, 60]);
        for top in 1..3000 {
            let all = ticks(top);
            assert!(*all.last().expect("some") >= top && all.len() <= 9, "{top}: {all:?}");
        }
    }
}
