//! Sets of nodes that are joined again and again.

/// Each node is in one set, which one of its members stands for.
pub(super) struct Sets(Vec<usize>);

impl Sets {
    /// Every node in a set of its own.
    pub fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The member that stands for the set of a node.
    pub fn find(&mut self, node: usize) -> usize {
        let mut top = node;
        while self.0[top] != top {
            top = self.0[top];
        }
        let mut at = node;
        while self.0[at] != top {
            at = std::mem::replace(&mut self.0[at], top);
        }
        top
    }

    /// Makes one set of two, for which the lower number stands.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.0[high] = low;
    }

    /// Puts the set that `node` stands for into that of `into`.
    pub fn put(&mut self, node: usize, into: usize) {
        let top = self.find(into);
        self.0[node] = top;
    }
}
