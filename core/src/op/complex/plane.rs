//! Functions of complex numbers in double precision. They give none at a pole, and outside of their domain.

/// The real part and the imaginary part.
pub type ComplexNumber = [f64; 2];

/// The product.
pub fn times([a, b]: ComplexNumber, [c, d]: ComplexNumber) -> ComplexNumber {
    [a * c - b * d, a * d + b * c]
}

/// The quotient, by the ratio of the divisor's parts, so that no square overflows.
pub fn over([a, b]: ComplexNumber, [c, d]: ComplexNumber) -> Option<ComplexNumber> {
    if c == 0.0 && d == 0.0 {
        return None;
    }
    Some(if c.abs() >= d.abs() {
        let ratio = d / c;
        let length = c + d * ratio;
        [(a + b * ratio) / length, (b - a * ratio) / length]
    } else {
        let ratio = c / d;
        let length = c * ratio + d;
        [(a * ratio + b) / length, (b * ratio - a) / length]
    })
}

/// `e` to a power.
pub fn exponential([x, y]: ComplexNumber) -> ComplexNumber {
    let length = libm::exp(x);
    [length * libm::cos(y), length * libm::sin(y)]
}

/// `e` to a power, less one.
pub fn exponential_less_one([x, y]: ComplexNumber) -> ComplexNumber {
    let half = libm::sin(y / 2.0);
    [libm::expm1(x) * libm::cos(y) - 2.0 * half * half, libm::exp(x) * libm::sin(y)]
}

/// The natural logarithm.
pub fn logarithm([x, y]: ComplexNumber) -> Option<ComplexNumber> {
    if x == 0.0 && y == 0.0 {
        return None;
    }
    let (large, small) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    // Near the circle the length is nearly one, and what it differs by is what counts.
    let length = if (0.5..2.0).contains(&large) {
        libm::log1p((large - 1.0) * (large + 1.0) + small * small) / 2.0
    } else {
        libm::log(libm::hypot(x, y))
    };
    Some([length, libm::atan2(y, x)])
}

/// The natural logarithm of one more.
pub fn logarithm_of_one_more([x, y]: ComplexNumber) -> Option<ComplexNumber> {
    if x.abs() < 0.5 && y.abs() < 0.5 {
        return Some([libm::log1p(x * (2.0 + x) + y * y) / 2.0, libm::atan2(y, 1.0 + x)]);
    }
    logarithm([1.0 + x, y])
}

/// The square root on the right.
pub fn root([x, y]: ComplexNumber) -> ComplexNumber {
    if x == 0.0 && y == 0.0 {
        return [0.0, y];
    }
    // Halved twice before and doubled after, so that the length does not overflow.
    let length = libm::hypot(x / 4.0, y / 4.0);
    let half = 2.0 * libm::sqrt((x.abs() / 4.0 + length) / 2.0);
    if x >= 0.0 { [half, y / (2.0 * half)] } else { [y.abs() / (2.0 * half), half.copysign(y)] }
}

/// The number of length one in the same direction; zero of zero.
pub fn sign(z: ComplexNumber) -> ComplexNumber {
    let length = libm::hypot(z[0], z[1]);
    if length == 0.0 { [0.0; 2] } else { z.map(|part| part / length) }
}

/// The sine.
pub fn sine([x, y]: ComplexNumber) -> ComplexNumber {
    [libm::sin(x) * libm::cosh(y), libm::cos(x) * libm::sinh(y)]
}

/// The cosine.
pub fn cosine([x, y]: ComplexNumber) -> ComplexNumber {
    [libm::cos(x) * libm::cosh(y), -libm::sin(x) * libm::sinh(y)]
}

/// The tangent.
pub fn tangent([x, y]: ComplexNumber) -> ComplexNumber {
    let (t, u, cosh) = (libm::tan(x), libm::tanh(y), libm::cosh(y));
    let below = 1.0 + t * t * u * u;
    [t / (cosh * cosh) / below, u * (1.0 + t * t) / below]
}

/// A power, by exponential and logarithm. A power of zero is not defined.
pub fn power(base: ComplexNumber, exponent: ComplexNumber) -> Option<ComplexNumber> {
    Some(exponential(times(exponent, logarithm(base)?)))
}

/// A power by a whole number. That of zero is not defined unless the exponent is positive.
pub fn whole_power(base: ComplexNumber, exponent: i128) -> Option<ComplexNumber> {
    if base == [0.0; 2] && exponent <= 0 {
        return None;
    }
    let (mut left, mut square, mut made) = (exponent.unsigned_abs(), base, [1.0, 0.0]);
    while left > 0 {
        if left & 1 == 1 {
            made = times(made, square);
        }
        left >>= 1;
        square = times(square, square);
    }
    if exponent < 0 { over([1.0, 0.0], made) } else { Some(made) }
}

/// `-i * log((x + i * y) / sqrt(x * x + y * y))`, as the documentation has it.
pub fn arctangent(y: ComplexNumber, x: ComplexNumber) -> Option<ComplexNumber> {
    let squares = [times(x, x), times(y, y)];
    let below = root([squares[0][0] + squares[1][0], squares[0][1] + squares[1][1]]);
    let [re, im] = logarithm(over([x[0] - y[1], x[1] + y[0]], below)?)?;
    Some([im, -re])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(made: ComplexNumber, wanted: ComplexNumber) -> bool {
        made.iter().zip(wanted).all(|(x, y)| (x - y).abs() <= 1e-14 * (1.0 + y.abs()))
    }

    #[test]
    fn functions_undo_each_other() {
        for z in [[0.3, -0.4], [-1.0, 1e-9], [2.0, 3.0], [-0.5, -0.25], [1.0, 1e-3]] {
            assert!(near(exponential(logarithm(z).unwrap()), z), "{z:?}");
            assert!(near(times(root(z), root(z)), z), "{z:?}");
            assert!(near(times(over(z, [2.0, -5.0]).unwrap(), [2.0, -5.0]), z), "{z:?}");
            assert!(near(over(sine(z), cosine(z)).unwrap(), tangent(z)), "{z:?}");
            let [re, im] = exponential(z);
            assert!(near(exponential_less_one(z), [re - 1.0, im]), "{z:?}");
            assert!(near(logarithm_of_one_more(z).unwrap(), logarithm([z[0] + 1.0, z[1]]).unwrap()), "{z:?}");
            assert!(near(whole_power(z, -3).unwrap(), power(z, [-3.0, 0.0]).unwrap()), "{z:?}");
            assert!(root(z)[0] >= 0.0);
        }
        assert!(near(arctangent([1.0, 0.0], [-1.0, 0.0]).unwrap(), [libm::atan2(1.0, -1.0), 0.0]));
    }

    #[test]
    fn poles_have_no_value() {
        assert_eq!(
            [over([1.0, 0.0], [0.0, -0.0]), logarithm([0.0; 2]), power([0.0; 2], [2.0, 0.0])],
            [None; 3]
        );
        assert_eq!([whole_power([0.0; 2], 0), whole_power([0.0; 2], 2)], [None, Some([0.0; 2])]);
        assert_eq!((sign([0.0; 2]), root([-4.0, -0.0])), ([0.0; 2], [0.0, -2.0]));
        // Neither overflows nor vanishes on the way.
        assert_eq!(over([1e300, 0.0], [1e300, 1e300]), Some([0.5, -0.5]));
        assert!(near(root([1.7e308, 0.0]), [libm::sqrt(1.7e308), 0.0]));
    }
}
