//! Reading files, and looking whether they changed, beside the window.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use eframe::egui;
use proscenio::Vfs;

use crate::opened::{self, Opened, Request};
use crate::watch::{Stamps, Watch};

/// How often files are looked at.
const PAUSE: Duration = Duration::from_millis(300);

/// What comes back from the other threads.
pub enum Told {
    /// A file was read, or could not be.
    Read(Box<Result<Opened, String>>, u64),
    /// A file that is shown changed.
    Changed,
}

/// The other threads.
pub struct Loader {
    files: &'static dyn Vfs,
    context: egui::Context,
    told: Receiver<Told>,
    tell: Sender<Told>,
    watched: Sender<Vec<String>>,
    /// The number of the last reading that was begun.
    last: u64,
}

impl Loader {
    /// Starts the thread that watches.
    pub fn new(files: &'static dyn Vfs, stamps: Arc<dyn Stamps>, context: egui::Context) -> Self {
        let (tell, told) = mpsc::channel();
        let (watched, lists) = mpsc::channel();
        let (changed, woken) = (tell.clone(), context.clone());
        std::thread::spawn(move || watch(&lists, &*stamps, &changed, &woken));
        Self { files, context, told, tell, watched, last: 0 }
    }

    /// Begins to read a file; an earlier reading that has not ended is passed over.
    pub fn read(&mut self, request: Request) {
        self.last += 1;
        let (number, files, tell, context) = (self.last, self.files, self.tell.clone(), self.context.clone());
        std::thread::spawn(move || {
            // A file that brings a reader down must not take the window along.
            let work = std::panic::AssertUnwindSafe(|| opened::open(files, &request));
            let done = std::panic::catch_unwind(work);
            let done = done.unwrap_or_else(|_| Err(format!("{}: the reader failed", request.file)));
            // The window may be gone, and then nobody wants to know.
            let _ = tell.send(Told::Read(Box::new(done), number));
            context.request_repaint();
        });
    }

    /// Files to look at from now on.
    pub fn watch(&self, files: Vec<String>) {
        // The thread ends with this sender alone.
        let _ = self.watched.send(files);
    }

    /// What there is to be told.
    pub fn next(&self) -> Option<Told> {
        let told = self.told.try_recv().ok()?;
        match told {
            Told::Read(_, number) if number != self.last => self.next(),
            told => Some(told),
        }
    }
}

/// Looks at files until the window is gone.
fn watch(lists: &Receiver<Vec<String>>, stamps: &dyn Stamps, tell: &Sender<Told>, context: &egui::Context) {
    let mut watch = Watch::default();
    loop {
        match lists.recv_timeout(PAUSE) {
            Ok(files) => watch = Watch::new(&files, stamps),
            Err(RecvTimeoutError::Timeout) => {
                if watch.changed(stamps) {
                    if tell.send(Told::Changed).is_err() {
                        return;
                    }
                    context.request_repaint();
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}
