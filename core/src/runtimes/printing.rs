//! Outputs of lowered code, put together from what it prints, whoever runs it: numbers, vectors that come element by element between brackets,
//! and memrefs that come whole.

use super::elements::Elements;
use crate::observe::{Buffer, Element, Lack};

/// Most elements of one output.
const MOST_ELEMENTS: u64 = 1 << 20;
/// Most outputs of one program: each takes some hundred bytes until the program has ended.
const MOST_OUTPUTS: u32 = 2_000_000;

/// The number of outputs so far, and the beginning of the next one.
#[derive(Default)]
pub struct Printing {
    outputs: u32,
    bits: Vec<u64>,
    element: Option<Element>,
    /// Extents of the vector, as far as they are known, and of the brackets that are open how many elements each holds.
    extents: Vec<u64>,
    open: Vec<u64>,
}

impl Printing {
    /// Takes a number: an element of the vector that is open, or else an output by itself.
    pub fn number(&mut self, element: Element, bits: u64) -> Option<Buffer> {
        let Some(last) = self.open.last_mut() else {
            return Some(Buffer { shape: Vec::new(), element, bits: vec![bits] });
        };
        *last += 1;
        self.element = Some(element);
        self.bits.push(bits);
        None
    }

    /// Opens a bracket.
    pub fn open(&mut self) {
        self.open.push(0);
        if self.extents.len() < self.open.len() {
            self.extents.push(0);
        }
    }

    /// Closes a bracket; the last one ends a vector.
    pub fn close(&mut self) -> Option<Buffer> {
        let count = self.open.pop()?;
        self.extents[self.open.len()] = count;
        if let Some(outer) = self.open.last_mut() {
            *outer += 1;
            return None;
        }
        let (shape, bits) = (std::mem::take(&mut self.extents), std::mem::take(&mut self.bits));
        Some(Buffer { shape, element: self.element.unwrap_or(Element::I64), bits })
    }

    /// The number of elements so far of the vector that is being printed.
    pub fn elements(&self) -> usize {
        self.bits.len()
    }

    /// The number of outputs so far.
    pub fn outputs(&self) -> usize {
        self.outputs as usize
    }

    /// Counts an output.
    ///
    /// # Errors
    /// The program prints more than is kept.
    pub fn count(&mut self) -> Result<(), Lack> {
        self.outputs += 1;
        if self.outputs > MOST_OUTPUTS {
            return Err(Lack::Outputs(MOST_OUTPUTS));
        }
        Ok(())
    }
}

/// The output that a memref of these extents is, none of which is negative. `parts` reads the parts of its elements, row-major.
///
/// # Errors
/// It has more elements than are kept, which `refuse` says, or cannot be read.
pub fn memref<E>(
    extents: &[i64],
    elements: Elements,
    refuse: impl FnOnce(Lack) -> E,
    parts: impl FnOnce() -> Result<Vec<u64>, E>,
) -> Result<Buffer, E> {
    let shape: Vec<u64> =
        extents.iter().map(|extent| *extent as u64).chain(elements.parts.iter().copied()).collect();
    let count = shape.iter().fold(1, |count, extent| u64::saturating_mul(count, *extent));
    if count > MOST_ELEMENTS {
        return Err(refuse(Lack::OutputElements(count)));
    }
    Ok(Buffer { shape, element: elements.part, bits: parts()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_make_vectors_and_numbers_stand_alone() {
        let mut printing = Printing::default();
        assert_eq!(printing.number(Element::F32, 7).expect("it is one").shape, [0u64; 0]);
        printing.open();
        for row in [[1, 2, 3], [4, 5, 6]] {
            printing.open();
            assert!(row.into_iter().all(|bits| printing.number(Element::I32, bits).is_none()));
            let whole = printing.close();
            assert_eq!(whole, None);
        }
        let vector = printing.close().expect("it is whole");
        assert_eq!((vector.shape, vector.bits), (vec![2, 3], vec![1, 2, 3, 4, 5, 6]));
        assert_eq!(printing.close(), None, "nothing is open");
    }

    #[test]
    fn what_is_too_much_is_refused() {
        let mut printing = Printing::default();
        let counted = (0..=MOST_OUTPUTS).try_for_each(|_| printing.count());
        assert_eq!(counted, Err(Lack::Outputs(MOST_OUTPUTS)));
        let elements = Elements { part: Element::F32, parts: &[2] };
        let printed = |extents: &[i64]| memref(extents, elements, |lack| lack, || Ok(vec![1]));
        assert_eq!(printed(&[3]).expect("room").shape, [3, 2]);
        assert_eq!(printed(&[1 << 20]), Err(Lack::OutputElements(1 << 21)));
        assert!(printed(&[i64::MAX, i64::MAX]).is_err());
    }
}
