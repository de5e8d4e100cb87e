//! A plot of blocks over time: for each way to fuzz the median of its runs as a line, and their range as a band.

use crate::series::Series;
use crate::statistics::median;
use std::fmt::Write as _;

/// One way to fuzz.
pub struct Way<'a> {
    /// The text of the legend.
    pub name: &'a str,
    /// Colour of its line and band.
    pub colour: &'a str,
    /// Its runs.
    pub runs: Vec<&'a Series>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 46.0;
/// Points a line is drawn through.
const POINTS: usize = 144;

/// Lowest, median and highest at a time; none before every run has been heard of.
fn spread(runs: &[&Series], seconds: f64) -> Option<[f64; 3]> {
    let values: Vec<f64> = runs.iter().map(|r| r.at(seconds).map(|b| b as f64)).collect::<Option<_>>()?;
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (!values.is_empty()).then(|| [lowest, median(&values), highest])
}

/// Round numbers, about `count` of them, that lie within a range.
fn ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let rough = ((high - low) / count as f64).max(f64::MIN_POSITIVE);
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|s| s * power).into_iter().find(|&s| s >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    (first..).map(|i| i as f64 * step).take_while(|&tick| tick <= high + step * 1e-9).collect()
}

/// A whole number with its thousands apart.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{2009}');
        }
        text.push(digit);
    }
    text
}

/// The plot as SVG.
pub fn svg(ways: &[Way<'_>]) -> String {
    let all = || ways.iter().flat_map(|w| &w.runs);
    let last = all().map(|r| r.end().seconds).fold(0.0, f64::max);
    let low = all().map(|r| r.seeds.blocks as f64).fold(f64::INFINITY, f64::min);
    let high = all().map(|r| r.end().blocks as f64).fold(0.0, f64::max);
    let room = ((high - low) * 0.06).max(1.0);
    let (low, high) = (low - room, high + room);
    let x = |seconds: f64| LEFT + (WIDTH - LEFT - RIGHT) * seconds / last;
    let y = |blocks: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (blocks.max(low) - low) / (high - low);

    let mut out = String::new();
    let mut add = |line: String| {
        // Writing to a String never fails.
        let _ = writeln!(out, "{line}");
    };
    add(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">"
    ));
    add(format!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>"));
    for tick in ticks(low, high, 6) {
        let (right, at, text) = (WIDTH - RIGHT, y(tick), y(tick) + 4.0);
        add(format!("<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>"));
        add(format!(
            "<text x=\"{}\" y=\"{text:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            grouped(tick)
        ));
    }
    let (floor, under) = (HEIGHT - BOTTOM, HEIGHT - BOTTOM + 18.0);
    for tick in ticks(0.0, last / 60.0, 6) {
        let at = x(tick * 60.0);
        add(format!("<path d=\"M{at:.1} {floor}v4\" stroke=\"#333\"/>"));
        add(format!("<text x=\"{at:.1}\" y=\"{under}\" text-anchor=\"middle\">{tick}</text>"));
    }
    add(format!("<path d=\"M{LEFT} {TOP}V{floor}H{}\" fill=\"none\" stroke=\"#333\"/>", WIDTH - RIGHT));
    add(format!("<text x=\"{LEFT}\" y=\"20\">blocks of MLIR reached</text>"));
    add(format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">minutes</text>", WIDTH - RIGHT, HEIGHT - 8.0));
    for (at, way) in ways.iter().enumerate() {
        let times = (0..=POINTS).map(|i| last * i as f64 / POINTS as f64);
        let points: Vec<(f64, [f64; 3])> = times.filter_map(|t| Some((t, spread(&way.runs, t)?))).collect();
        let through =
            |which: usize| points.iter().map(move |(t, s)| format!("{:.1} {:.1}", x(*t), y(s[which])));
        let band: Vec<String> = through(0).chain(through(2).rev()).collect();
        let line: Vec<String> = through(1).collect();
        let colour = way.colour;
        if !line.is_empty() {
            add(format!("<path d=\"M{}Z\" fill=\"{colour}\" fill-opacity=\"0.18\"/>", band.join("L")));
            add(format!(
                "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                line.join("L")
            ));
        }
        let (left, baseline) = (WIDTH - 250.0, HEIGHT - BOTTOM - 34.0 + 18.0 * at as f64);
        add(format!("<path d=\"M{left} {}h24\" stroke=\"{colour}\" stroke-width=\"6\"/>", baseline - 4.0));
        let legend = format!("{}, median and range of {}", way.name, way.runs.len());
        add(format!("<text x=\"{}\" y=\"{baseline}\">{legend}</text>", left + 32.0));
    }
    add("</svg>".to_owned());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::Reading;

    fn run(end: u64) -> Series {
        let reading = |seconds, blocks| Reading { seconds, inputs: 1, blocks };
        let readings = vec![reading(1.0, 100), reading(120.0, end)];
        Series { seeds: readings[0], readings }
    }

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(ticks(0.0, 12.0, 6), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
        assert_eq!(ticks(39_100.0, 41_000.0, 4), [39_500.0, 40_000.0, 40_500.0, 41_000.0]);
        assert_eq!((grouped(1_234_567.0), grouped(12.0)), ("1\u{2009}234\u{2009}567".into(), "12".into()));
    }

    #[test]
    fn a_plot_has_a_line_and_a_band_for_each_way() {
        let (one, two, three) = (run(200), run(300), run(150));
        let guided = Way { name: "guided", colour: "#06c", runs: vec![&one, &two] };
        let blind = Way { name: "blind", colour: "#c60", runs: vec![&three] };
        assert_eq!(spread(&guided.runs, 120.0), Some([200.0, 250.0, 300.0]));
        assert_eq!(spread(&guided.runs, 0.5), None);
        let text = svg(&[guided, blind]);
        assert_eq!(text.matches("fill-opacity").count(), 2, "{text}");
        assert!(
            text.contains("guided, median and range of 2") && text.contains("blind, median and range of 1")
        );
        assert!(!text.contains("NaN") && text.ends_with("</svg>\n"));
    }
}
