//! Names of the paths of a case, for people.

/// `path a`, `path b`, ...
pub fn path_name(index: usize) -> String {
    format!("path {}", path_letter(index))
}

/// `a`, `b`, ...; numbers behind `z`.
pub fn path_letter(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..26) => char::from(b'a' + index).to_string(),
        _ => index.to_string(),
    }
}
