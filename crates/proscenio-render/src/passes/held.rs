//! What stays on the device between pictures.

use std::cell::Cell;
use std::hash::Hasher;

use proscenio_scene::{Revision, Scene};
use rustc_hash::{FxHashMap, FxHasher};

use super::textures::KeptTextures;
use super::{buffer, mesh};
use crate::Stats;
use crate::device::Gpu;
use crate::prepare::{KnownShapes, Shape, SurfaceId};
use crate::target::Target;

/// A buffer that stays on the device; its bytes are sent only when they are others than before.
#[derive(Default)]
pub(crate) struct Held {
    buffer: Option<wgpu::Buffer>,
    hash: u64,
    bytes: u64,
}

impl Held {
    pub(crate) fn put(
        &mut self,
        gpu: &Gpu,
        label: &str,
        bytes: &[u8],
        usage: wgpu::BufferUsages,
        tally: &Tally,
    ) -> wgpu::Buffer {
        let mut hasher = FxHasher::default();
        hasher.write(bytes);
        let (hash, length) = (hasher.finish(), bytes.len() as u64);
        if let Some(buffer) = &self.buffer {
            if (self.hash, self.bytes) == (hash, length) {
                return buffer.clone();
            }
            // Another size each picture, as of particles, does not make another buffer.
            if length <= buffer.size() && length.is_multiple_of(wgpu::COPY_BUFFER_ALIGNMENT) {
                gpu.queue.write_buffer(buffer, 0, bytes);
                (self.hash, self.bytes) = (hash, length);
                tally.uploaded(length);
                return buffer.clone();
            }
        }
        let made = buffer(&gpu.device, label, bytes, usage | wgpu::BufferUsages::COPY_DST);
        tally.uploaded(length);
        *self = Self { buffer: Some(made.clone()), hash, bytes: length };
        made
    }
}

/// What a picture costs, counted while it is drawn.
#[derive(Default)]
pub(crate) struct Tally(Cell<Stats>);

impl Tally {
    pub(crate) fn count(&self, change: impl FnOnce(&mut Stats)) {
        let mut stats = self.0.get();
        change(&mut stats);
        self.0.set(stats);
    }

    pub(crate) fn uploaded(&self, bytes: u64) {
        self.count(|stats| {
            stats.uploads += 1;
            stats.uploaded_bytes += bytes;
        });
    }

    /// `corners` of each of some instances.
    pub(crate) fn drawn(&self, corners: u32, instances: u32) {
        self.count(|stats| {
            stats.draw_calls += 1;
            stats.triangles += u64::from(corners / 3) * u64::from(instances);
        });
    }

    pub(crate) fn total(&self) -> Stats {
        self.0.get()
    }
}

/// Vertices, indices, and how many of these.
pub(crate) type Lists = (wgpu::Buffer, wgpu::Buffer, u32);

/// The lists of the scene's own surfaces, as long as its meshes stay as they are.
#[derive(Default)]
pub(crate) struct KeptShapes {
    revision: Revision,
    pub(crate) known: KnownShapes,
    lists: FxHashMap<SurfaceId, Lists>,
}

impl KeptShapes {
    /// Lets go of everything that is of other meshes.
    pub(crate) fn look_at(&mut self, scene: &Scene) {
        let revision = scene.meshes.revision();
        if self.revision != revision {
            *self = Self { revision, ..Self::default() };
        }
    }

    /// The lists of a shape, sent unless they are there.
    pub(crate) fn lists(&mut self, gpu: &Gpu, shape: &Shape, id: SurfaceId, tally: &Tally) -> Lists {
        let serves = self.known.get(&id).is_some_and(|known| known.tangents || !shape.tangents);
        if let Some(lists) = self.lists.get(&id).filter(|_| serves) {
            return lists.clone();
        }
        let mut made = [Held::default(), Held::default()];
        let lists = made_lists(&mut made, gpu, shape, tally);
        self.known.insert(id, shape.without_lists());
        self.lists.insert(id, lists.clone());
        lists
    }
}

/// The lists of a shape that was made for one drawing.
pub(crate) fn made_lists(held: &mut [Held; 2], gpu: &Gpu, shape: &Shape, tally: &Tally) -> Lists {
    let [vertices, indices] = held;
    let (points, corners) = (bytemuck::cast_slice(&shape.vertices), bytemuck::cast_slice(&shape.indices));
    (
        vertices.put(gpu, "mesh vertices", points, wgpu::BufferUsages::VERTEX, tally),
        indices.put(gpu, "mesh indices", corners, wgpu::BufferUsages::INDEX, tally),
        shape.corners,
    )
}

/// What one of the views of a picture keeps: the screen's, or that of a picture in the scene.
#[derive(Default)]
pub(crate) struct KeptView {
    pub(crate) target: Option<Target>,
    pub(crate) mesh_frame: Held,
    pub(crate) instances: Held,
    pub(crate) surfaces: Vec<mesh::KeptSurface>,
    /// Shapes that were made for one drawing.
    pub(crate) made: Vec<[Held; 2]>,
    pub(crate) cuts: Held,
    pub(crate) fog: Held,
    pub(crate) clips: [Held; 2],
    pub(crate) flat: [Held; 3],
    /// Numbers of shader code.
    pub(crate) codes: Vec<Held>,
}

/// All that stays between pictures.
#[derive(Default)]
pub(crate) struct Kept {
    pub(crate) textures: KeptTextures,
    pub(crate) shapes: KeptShapes,
    /// In the order they are drawn.
    views: Vec<KeptView>,
    drawn: usize,
    /// What pictures are read back through.
    pub(crate) pixels: Option<wgpu::Buffer>,
}

impl Kept {
    pub(crate) fn begin(&mut self, scene: &Scene) {
        self.drawn = 0;
        self.shapes.look_at(scene);
    }

    /// What the next view keeps, and the shapes that all views share.
    pub(crate) fn next_view(&mut self) -> (&mut KeptView, &mut KeptShapes) {
        if self.drawn == self.views.len() {
            self.views.push(KeptView::default());
        }
        self.drawn += 1;
        (&mut self.views[self.drawn - 1], &mut self.shapes)
    }

    /// Lets go of what the picture did not need.
    pub(crate) fn tidy(&mut self) {
        self.textures.tidy();
        self.views.truncate(self.drawn);
    }
}
