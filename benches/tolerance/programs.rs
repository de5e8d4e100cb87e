//! Programs of float operations for the tolerance: chains on tensors of one shape, every result of which is shown.

use lowdiff::observe::Element;
use lowdiff::semantics::Format;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::fmt::Write;

/// Extents of every tensor: the last two are equal, so that any two of them can be multiplied as matrices.
pub const SHAPE: [usize; 3] = [1, 4, 4];
/// Constants a program starts from.
const INPUTS: usize = 8;
/// One in so many operands is a result of the program itself; the others are constants. A chain of functions soon has nothing but zeros and
/// infinities.
const NEW: u32 = 3;

/// The form in which an operation is written.
#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    /// So many operands of the common shape, and perhaps attributes.
    Plain(usize, &'static str),
    /// Two operands and a shift.
    Product,
    /// One operand and two zero points.
    Negation,
    /// The greater of two chooses between two more.
    Choice,
    /// Along one axis, and spread over it again by an addition.
    Reduction,
    /// Two operands and two zero points.
    Matrices,
    /// A window of 3 by 3 over one channel; with weights or without.
    Window {
        /// True if there are weights and a bias.
        weighted: bool,
    },
    /// Two operands and two results.
    Transform,
}

/// The operations.
pub const OPERATIONS: &[(&str, Form)] = &[
    ("abs", Form::Plain(1, "")),
    ("ceil", Form::Plain(1, "")),
    ("floor", Form::Plain(1, "")),
    ("exp", Form::Plain(1, "")),
    ("log", Form::Plain(1, "")),
    ("tanh", Form::Plain(1, "")),
    ("erf", Form::Plain(1, "")),
    ("sin", Form::Plain(1, "")),
    ("cos", Form::Plain(1, "")),
    ("sigmoid", Form::Plain(1, "")),
    ("rsqrt", Form::Plain(1, "")),
    ("reciprocal", Form::Plain(1, "")),
    ("clamp", Form::Plain(1, "{min_val = -2.5 : E, max_val = 3.0 : E}")),
    ("add", Form::Plain(2, "")),
    ("sub", Form::Plain(2, "")),
    ("maximum", Form::Plain(2, "")),
    ("minimum", Form::Plain(2, "")),
    ("pow", Form::Plain(2, "")),
    ("mul", Form::Product),
    ("negate", Form::Negation),
    ("select", Form::Choice),
    ("reduce_sum", Form::Reduction),
    ("reduce_product", Form::Reduction),
    ("reduce_max", Form::Reduction),
    ("reduce_min", Form::Reduction),
    ("matmul", Form::Matrices),
    ("conv2d", Form::Window { weighted: true }),
    ("avg_pool2d", Form::Window { weighted: false }),
    ("fft2d", Form::Transform),
];

/// True if an operation takes positive numbers alone here: of others it gives NaN, or is left open by TOSA.
fn positive(name: &str) -> bool {
    matches!(name, "log" | "rsqrt" | "pow")
}

/// A program in the making.
struct Text<'r> {
    random: &'r mut ChaCha8Rng,
    element: Element,
    /// True if operands are of any magnitude, and not ordinary numbers alone.
    extremes: bool,
    body: String,
    /// Constants of `main`, with their types; the kernel's arguments.
    inputs: Vec<(String, String)>,
    /// Those of any numbers, which may be taken again.
    numbers: Vec<String>,
    /// Results of the common shape.
    values: Vec<String>,
    /// The value that is returned, and its type.
    shown: Vec<(String, String)>,
    /// Names given.
    named: usize,
}

/// A program of `count` operations on floats of one type, in the spelling of MLIR 22. A `main` without arguments calls the function that has them,
/// so that fold hooks do not see the constants everywhere.
pub fn program(random: &mut ChaCha8Rng, element: Element, extremes: bool, count: usize) -> String {
    let mut text = Text {
        random,
        element,
        extremes,
        body: String::new(),
        inputs: Vec::new(),
        numbers: Vec::new(),
        values: Vec::new(),
        shown: Vec::new(),
        named: 0,
    };
    for _ in 0..count {
        let (name, form) = OPERATIONS[text.random.random_range(0..OPERATIONS.len())];
        // TOSA has no accumulator of double precision.
        if element != Element::F64 || !matches!(form, Form::Window { .. }) {
            text.operation(name, form);
        }
    }
    text.finish()
}

impl Text<'_> {
    fn operation(&mut self, name: &str, form: Form) {
        let element = self.element;
        let full = self.ty(&SHAPE);
        match form {
            Form::Plain(count, attributes) => {
                let mut operands: Vec<String> = (0..count).map(|_| self.operand(name)).collect();
                if name == "pow" {
                    operands[1] = self.constant(&SHAPE, Text::modest);
                }
                let attributes = attributes.replace('E', &element.to_string());
                self.write(name, &operands, &vec![full.clone(); count], &attributes, &full);
            }
            Form::Product => {
                let operands = [self.operand(name), self.operand(name), "%shift".into()];
                self.write(name, &operands, &[full.clone(), full.clone(), "tensor<1xi8>".into()], "", &full);
            }
            Form::Negation => {
                let (one, zero) = (self.ty(&[1]), String::from("%zero"));
                let operands = [self.operand(name), zero.clone(), zero];
                self.write(name, &operands, &[full.clone(), one.clone(), one], "", &full);
            }
            Form::Choice => {
                let truth = "tensor<1x4x4xi1>".to_string();
                let compared = [self.operand(name), self.operand(name)];
                let which = self.write("greater", &compared, &[full.clone(), full.clone()], "", &truth);
                self.forget();
                let operands = [which, self.operand(name), self.operand(name)];
                self.write(name, &operands, &[truth, full.clone(), full.clone()], "", &full);
            }
            Form::Reduction => {
                let axis = self.random.random_range(1..3usize);
                let mut shape = SHAPE;
                shape[axis] = 1;
                let (reduced, operand) = (self.ty(&shape), self.operand(name));
                let made = self.write(
                    name,
                    &[operand],
                    std::slice::from_ref(&full),
                    &format!("{{axis = {axis} : i32}}"),
                    &reduced,
                );
                self.values.pop();
                let operands = [self.operand("add"), made];
                self.write("add", &operands, &[full.clone(), reduced], "", &full);
            }
            Form::Matrices => {
                let (one, zero) = (self.ty(&[1]), String::from("%zero"));
                let operands = [self.operand(name), self.operand(name), zero.clone(), zero];
                // Half precision is accumulated in single precision.
                let wide = if element == Element::F16 { Element::F32 } else { element };
                let ty = full.replace(element.name(), wide.name());
                self.write(name, &operands, &[full.clone(), full, one.clone(), one], "", &ty);
                if wide != element {
                    self.values.pop();
                }
            }
            Form::Window { weighted } => self.window(name, weighted),
            Form::Transform => {
                let operands = [self.operand(name), self.operand(name)].join(", ");
                let made = self.fresh();
                let _ = writeln!(
                    self.body,
                    "  {made}:2 = tosa.fft2d {operands} {{inverse = false}} : ({full}, {full}) -> ({full}, {full})"
                );
                for part in 0..2 {
                    self.values.push(format!("{made}#{part}"));
                    self.shown.push((format!("{made}#{part}"), full.clone()));
                }
            }
        }
    }

    /// A convolution or a mean over the last two dimensions.
    fn window(&mut self, name: &str, weighted: bool) {
        let (full, one, image) = (self.ty(&SHAPE), self.ty(&[1]), self.ty(&[1, 4, 4, 1]));
        let acc = match self.element {
            Element::F16 | Element::Bf16 => Element::F32,
            other => other,
        };
        let operand = self.operand(name);
        let (reshaped, made, back) = (self.fresh(), self.fresh(), self.fresh());
        let _ = writeln!(
            self.body,
            "  {reshaped} = tosa.reshape {operand}, %image : ({full}, !tosa.shape<4>) -> {image}"
        );
        let line = if weighted {
            let weight = self.constant(&[1, 3, 3, 1], Text::modest);
            let bias = self.constant(&[1], Text::modest);
            let weights = self.ty(&[1, 3, 3, 1]);
            format!(
                "{reshaped}, {weight}, {bias}, %zero, %zero {{acc_type = {acc}, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>, \
                 dilation = array<i64: 1, 1>}} : ({image}, {weights}, {one}, {one}, {one}) -> {image}"
            )
        } else {
            format!(
                "{reshaped}, %zero, %zero {{acc_type = {acc}, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, \
                 stride = array<i64: 1, 1>}} : ({image}, {one}, {one}) -> {image}"
            )
        };
        let _ = writeln!(self.body, "  {made} = tosa.{name} {line}");
        let _ = writeln!(
            self.body,
            "  {back} = tosa.reshape {made}, %flat : ({image}, !tosa.shape<3>) -> {full}"
        );
        self.values.push(back);
        self.shown.push((made, image));
    }

    /// Writes an operation of one result; its name.
    fn write(
        &mut self,
        name: &str,
        operands: &[String],
        types: &[String],
        attributes: &str,
        result: &str,
    ) -> String {
        let made = self.fresh();
        let _ = writeln!(
            self.body,
            "  {made} = tosa.{name} {} {attributes} : ({}) -> {result}",
            operands.join(", "),
            types.join(", ")
        );
        self.values.push(made.clone());
        self.shown.push((made.clone(), result.to_owned()));
        made
    }

    /// The value that was made last is no operand.
    fn forget(&mut self) {
        self.values.pop();
        self.shown.pop();
    }

    /// A result of the program, or a constant that is new or not.
    fn operand(&mut self, name: &str) -> String {
        if positive(name) {
            return self.constant(&SHAPE, |text| text.number().abs());
        }
        if !self.values.is_empty() && self.random.random_range(0..NEW) == 0 {
            return self.values[self.random.random_range(0..self.values.len())].clone();
        }
        if self.numbers.len() == INPUTS {
            return self.numbers[self.random.random_range(0..INPUTS)].clone();
        }
        let made = self.constant(&SHAPE, Text::number);
        self.numbers.push(made.clone());
        made
    }

    /// A constant of numbers drawn by `draw`: an argument of the kernel.
    fn constant(&mut self, shape: &[usize], draw: impl Fn(&mut Self) -> f64) -> String {
        let format = Format::of(self.element).expect("these programs are of floats");
        let digits = self.element.bits() as usize / 4;
        let mut blob = String::new();
        for _ in 0..shape.iter().product::<usize>() {
            let bits = format.encode(format.round(draw(self))).to_le_bytes();
            for byte in &bits[..digits / 2] {
                let _ = write!(blob, "{byte:02X}");
            }
        }
        self.inputs.push((self.ty(shape), blob));
        format!("%i{}", self.inputs.len() - 1)
    }

    /// An ordinary number or, where there are extremes, one of any magnitude or one at which things change.
    fn number(&mut self) -> f64 {
        let format = Format::of(self.element).expect("these programs are of floats");
        let sign = if self.random.random_range(0..2) == 0 { -1.0 } else { 1.0 };
        let least = if self.extremes { 0 } else { 2 };
        let edges = [0.0, 1.0, 0.5, 2.5, format.largest, format.least_normal(), format.least(), 1e4, 30.0];
        match self.random.random_range(least..10u32) {
            0 => sign * edges[self.random.random_range(0..edges.len())],
            1 => {
                let (low, high) = (f64::from(format.least_exponent) - 5.0, format.largest.log2().min(1023.0));
                sign * self.random.random_range(low..high).exp2()
            }
            2 | 3 => sign * self.random.random_range(0.0..1000.0),
            _ => sign * self.random.random_range(0.0..8.0),
        }
    }

    /// An ordinary number.
    fn modest(&mut self) -> f64 {
        self.random.random_range(-3.0..3.0)
    }

    fn ty(&self, shape: &[usize]) -> String {
        let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
        format!("tensor<{extents}{}>", self.element)
    }

    fn fresh(&mut self) -> String {
        self.named += 1;
        format!("%v{}", self.named)
    }

    fn finish(self) -> String {
        let element = self.element;
        let list = |of: &dyn Fn(usize, &(String, String)) -> String, all: &[(String, String)]| {
            all.iter().enumerate().map(|(i, each)| of(i, each)).collect::<Vec<_>>().join(", ")
        };
        let results = list(&|_, (_, ty)| ty.clone(), &self.shown);
        let returned = list(&|_, (name, _)| name.clone(), &self.shown);
        let types = list(&|_, (ty, _)| ty.clone(), &self.inputs);
        let arguments = list(&|i, (ty, _)| format!("%i{i}: {ty}"), &self.inputs);
        let mut text = format!("func.func @kernel({arguments}) -> ({results}) {{\n");
        for (name, attributes, ty) in [
            ("%shift", "dense<0> : tensor<1xi8>".to_owned(), "tensor<1xi8>".to_owned()),
            ("%zero", format!("dense<0.0> : tensor<1x{element}>"), format!("tensor<1x{element}>")),
        ] {
            let _ = writeln!(text, "  {name} = \"tosa.const\"() <{{values = {attributes}}}> : () -> {ty}");
        }
        for (name, extents) in [("%image", "1, 4, 4, 1"), ("%flat", "1, 4, 4")] {
            let rank = extents.split(',').count();
            let _ = writeln!(
                text,
                "  {name} = tosa.const_shape {{values = dense<[{extents}]> : tensor<{rank}xindex>}} : () -> !tosa.shape<{rank}>"
            );
        }
        text += &self.body;
        let _ = writeln!(text, "  return {returned} : {results}\n}}\nfunc.func @main() -> ({results}) {{");
        for (i, (ty, blob)) in self.inputs.iter().enumerate() {
            let _ = writeln!(
                text,
                "  %c{i} = \"tosa.const\"() <{{values = dense<\"0x{blob}\"> : {ty}}}> : () -> {ty}"
            );
        }
        let given = list(&|i, _| format!("%c{i}"), &self.inputs);
        let count = self.shown.len();
        let all = (0..count).map(|i| format!("%r#{i}")).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "  %r:{count} = call @kernel({given}) : ({types}) -> ({results})");
        let _ = writeln!(text, "  return {all} : {results}\n}}");
        text
    }
}
