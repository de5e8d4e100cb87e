//! Memrefs as lowered code hands them over: a rank, and a descriptor of that rank.

/// Two pointers and an offset; extents and strides follow, one of each a dimension.
#[repr(C)]
pub struct Descriptor {
    allocated: *const u8,
    aligned: *const u8,
    offset: i64,
}

/// A rank and a descriptor: what the functions that take any rank are given.
#[repr(C)]
pub struct Unranked {
    /// Number of dimensions.
    pub rank: i64,
    /// The address of the descriptor.
    pub descriptor: *const Descriptor,
}

/// A memref with its parts apart.
pub struct Strided<'a> {
    aligned: *const u8,
    offset: i64,
    /// One a dimension, outermost first.
    pub extents: &'a [i64],
    strides: &'a [i64],
}

impl<'a> Strided<'a> {
    /// Takes a descriptor apart.
    ///
    /// # Safety
    /// `descriptor` must point to a descriptor of `rank` that outlives the value.
    pub unsafe fn new(rank: usize, descriptor: *const Descriptor) -> Strided<'a> {
        // SAFETY: the caller promises it.
        unsafe {
            let tail = descriptor.add(1).cast::<i64>();
            Strided {
                aligned: (*descriptor).aligned,
                offset: (*descriptor).offset,
                extents: std::slice::from_raw_parts(tail, rank),
                strides: std::slice::from_raw_parts(tail.add(rank), rank),
            }
        }
    }

    /// True if the elements of both lie alike: at equal offsets, with equal extents and strides.
    pub fn is_laid_out_like(&self, other: &Strided<'_>) -> bool {
        (self.offset, self.extents, self.strides) == (other.offset, other.extents, other.strides)
    }

    /// Address of each element of `bytes` bytes, row-major; none where an extent is not positive. Nothing
    /// is read.
    pub fn addresses(&self, bytes: i64) -> impl Iterator<Item = *const u8> {
        let mut next = self.extents.iter().all(|e| *e > 0).then(|| vec![0i64; self.extents.len()]);
        std::iter::from_fn(move || {
            let index = next.as_mut()?;
            let steps = index.iter().zip(self.strides).map(|(i, s)| i.wrapping_mul(*s));
            let elements = steps.fold(self.offset, i64::wrapping_add);
            match (0..index.len()).rev().find(|d| index[*d] + 1 < self.extents[*d]) {
                Some(d) => {
                    index[d] += 1;
                    index[d + 1..].fill(0);
                }
                None => next = None,
            }
            Some(self.aligned.wrapping_offset(elements.wrapping_mul(bytes) as isize))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(extents: &[i64], strides: &[i64]) -> Vec<usize> {
        let memref = Strided { aligned: std::ptr::null(), offset: 3, extents, strides };
        memref.addresses(4).map(|address| address as usize).collect()
    }

    #[test]
    fn elements_are_visited_row_major_at_their_strides() {
        assert_eq!(offsets(&[2, 3], &[10, 1]), [12, 16, 20, 52, 56, 60]);
        assert_eq!(offsets(&[2, 2], &[1, 2]), [12, 20, 16, 24]);
        assert_eq!(offsets(&[], &[]), [12]);
    }

    #[test]
    fn an_empty_memref_has_no_elements() {
        assert_eq!(offsets(&[2, 0], &[1, 1]), [0; 0]);
        assert_eq!(offsets(&[0], &[1]), [0; 0]);
    }
}
