//! A JSON file with every byte of it, and the findings of reading it.

use std::sync::Arc;

use proscenio_source::{Finding, Source, Span};

use crate::damage;
use crate::parser;
use crate::tree::{Builder, Tree, ValueId};
use crate::value::Value;

/// The member of a file that holds the conflicts that a merge left open; the engine passes over it.
pub const CONFLICTS: &str = "proscenio-conflicts";

/// One JSON file: a `.scene` or any of the JSON files a scene names. Cloning is cheap.
///
/// The document keeps the bytes and a table over them; it decodes nothing by itself.
#[derive(Clone, Debug)]
pub struct Document {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    source: Source,
    tree: Tree,
    findings: Vec<Finding>,
}

impl Document {
    /// Reads any bytes; never fails. What is damaged is told in [`Self::findings`], and the rest can be used.
    ///
    /// Takes time linear in the size of the file, and 3.5 bytes of memory per value and key and 12
    /// more for each object and array.
    #[must_use]
    pub fn parse(source: Source) -> Self {
        let mut builder = Builder::new(source.bytes().len());
        parser::parse(source.bytes(), &mut builder);
        let (tree, problems, more) = builder.finish();
        let findings = damage::findings(&source, &problems, more);
        Self { inner: Arc::new(Inner { source, tree, findings }) }
    }

    /// Takes a text that is no JSON, such as a `.wgsl`, as it stands: no value, no findings.
    #[must_use]
    pub fn of_text(source: Source) -> Self {
        Self { inner: Arc::new(Inner { source, tree: Tree::default(), findings: Vec::new() }) }
    }

    /// The file.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.inner.source
    }

    /// What is wrong with the file as JSON; codes `nacatamalon/json-…`.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.inner.findings
    }

    /// The file's one value; `None` when there is none.
    #[must_use]
    pub fn root(&self) -> Option<Value<'_>> {
        self.tree().root().map(|id| self.value(id))
    }

    /// The value of an id that this document gave. The id of another document gives some other value, or
    /// one that reads as absent.
    #[must_use]
    pub const fn value(&self, id: ValueId) -> Value<'_> {
        Value::new(self, id)
    }

    /// How many values and keys the file holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree().len()
    }

    /// Whether the file holds no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The whole file as a span.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(0, self.source().len())
    }

    /// The document as bytes: the very bytes it was read from.
    #[must_use]
    pub fn write(&self) -> &[u8] {
        self.source().bytes()
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.inner.tree
    }
}
