//! What every scene format shares and no format owns: where something stands in a file ([`Span`],
//! [`LineIndex`]), how a file is changed without touching its other bytes ([`Edit`]) or why it is not
//! ([`EditRefusal`]), and what a reader has to say about a file ([`Finding`]).
//!
//! # Limitations
//!
//! A file is at most [`MAX_FILE_LEN`] bytes long, so that an offset fits in 32 bits.

mod code;
pub mod conflict;
mod edit;
mod finding;
mod names;
mod print;
mod refusal;
mod source;
mod span;

pub use code::CodeInfo;
pub use edit::{Edit, EditError, Place, apply, undo};
pub use finding::{Finding, Fix, Related, Safety, Severity};
pub use names::{did_you_mean, free_name};
pub use print::{Style, render};
pub use refusal::EditRefusal;
pub use source::{LineCol, LineIndex, MAX_FILE_LEN, Source};
pub use span::Span;
