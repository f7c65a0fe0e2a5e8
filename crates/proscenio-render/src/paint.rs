//! Drawing a prepared view: its groups and masks first, then the view itself.

use proscenio_scene::glam::Vec2;
use proscenio_scene::{Rgba, WorldPlacements};

use crate::passes::{
    CodePass, Codes, EffectRun, FlatUpload, FogCells, FrameLight, Held, Keeping, Making, Mapping,
    MaskNumbers, MeshUpload, Onto, Part, STORED_FORMAT, ShadowPass, SkyLight, Spill, Tally, Textures, Under,
    fog_bytes, reach, target, uniform_bytes, uniform_stride, view,
};
use crate::prepare::{CutData, MaskShape, Prepared, Run, Step};
use crate::target::{Layer, Target, depth, depth_pass, depth_to_read};
use crate::{Note, Renderer};

/// What a group became: a picture and where its top-left corner is.
#[derive(Clone)]
struct Made {
    picture: wgpu::TextureView,
    origin: [u32; 2],
    /// The picture as drawings that put it in take it.
    join: Option<wgpu::BindGroup>,
}

/// Something that is made when it is first asked for. What asks for itself gets nothing.
#[derive(Clone, Default)]
enum Slot<T> {
    #[default]
    Waiting,
    Begun,
    Done(Option<T>),
}

/// A view being drawn.
pub(crate) struct Painting<'p, 's> {
    pub(crate) renderer: &'p Renderer,
    pub(crate) prepared: &'p Prepared<'s>,
    world: &'p WorldPlacements,
    textures: &'p Textures,
    /// Depth from where lights stand.
    depths: [wgpu::TextureView; 2],
    /// Where lights stand.
    clips: [Option<wgpu::Buffer>; 2],
    tally: &'p Tally,
    codes: Codes,
    meshes: Option<MeshUpload>,
    /// Fog that fills space.
    fog: Option<(wgpu::Buffer, FogCells)>,
    flat: Option<FlatUpload>,
    white: wgpu::TextureView,
    white_mask: wgpu::BindGroup,
    /// What sectors are cut to.
    cuts: wgpu::Buffer,
    /// Of each pixel of a group's picture.
    samples: u32,
    groups: Vec<Slot<Made>>,
    masks: Vec<Slot<(wgpu::TextureView, wgpu::BindGroup)>>,
}

/// The shaders that a view runs.
fn codes(
    pass: &CodePass,
    making: &Making<'_>,
    prepared: &Prepared<'_>,
    held: &mut Vec<Held>,
    notes: &mut Vec<Note>,
) -> Codes {
    let of_meshes = prepared.meshes.materials.iter().filter_map(|material| Some((material.shader?, false)));
    let of_flat = prepared.order.batches.iter().filter_map(|batch| Some((batch.shader?, true)));
    let mut codes = Codes::default();
    let mut wanted: Vec<_> = of_meshes.chain(of_flat).collect();
    wanted.sort_unstable();
    wanted.dedup();
    held.resize_with(wanted.len(), Held::default);
    for ((id, flat), held) in wanted.into_iter().zip(held) {
        let shader = prepared.scene.shaders.get(id);
        let code = shader.and_then(|shader| pass.code(making, shader, flat, held, notes));
        if let Some(code) = code {
            codes.insert((id, flat), code);
        }
    }
    codes
}

/// What hides what is behind it before it is blended.
fn hiding(prepared: &Prepared<'_>) -> Vec<Run> {
    let meshes = &prepared.meshes;
    let hides = |run: &&Run| meshes.materials[meshes.draws[run.draw].material].hides_first;
    prepared.order.linear_through.iter().filter(hides).copied().collect()
}

impl<'p, 's> Painting<'p, 's> {
    /// Uploads a view.
    pub(crate) fn new(
        renderer: &'p Renderer,
        prepared: &'p Prepared<'s>,
        world: &'p WorldPlacements,
        textures: &'p Textures,
        sky: &SkyLight,
        mut keeping: Keeping<'p>,
        notes: &mut Vec<Note>,
    ) -> Self {
        let (gpu, device) = (&renderer.gpu, &renderer.gpu.device);
        let white = textures.get(None).clone();
        let depths = renderer.shadows.sheets(device, &prepared.shadows.sheets);
        let cells = prepared.volume.as_ref().map(|volume| FogCells::new(device, volume.grid));
        let fog = cells.as_ref().map_or(&white, FogCells::done);
        let air = FrameLight { sky, depths: &depths, compare: &renderer.shadows.sampler, fog };
        let looks = (textures, &renderer.samplers);
        let meshes = renderer.meshes.upload(gpu, prepared, looks, &air, &mut keeping);
        let Keeping { view: kept, tally, .. } = keeping;
        let cuts = uniform_bytes(device, &prepared.regions.rooms.cuts);
        let cuts = kept.cuts.put(gpu, "cuts", &cuts, wgpu::BufferUsages::UNIFORM, tally);
        let fog = prepared.volume.as_ref().zip(cells).map(|(volume, cells)| {
            let usage = wgpu::BufferUsages::UNIFORM;
            (kept.fog.put(gpu, "fog", fog_bytes(volume), usage, tally), cells)
        });
        let (flat, order, size) = (&prepared.flat, &prepared.order, prepared.size);
        let making = Making {
            gpu,
            meshes: &renderer.meshes,
            flat: &renderer.flat,
            looks,
            time: prepared.time,
            size: prepared.size,
            tally,
        };
        let codes = codes(&renderer.codes, &making, prepared, &mut kept.codes, notes);
        tally.count(|stats| {
            stats.hidden += order.hidden;
            stats.surfaces += prepared.meshes.draws.len() as u32 - order.hidden;
        });
        Self {
            meshes,
            fog,
            flat: renderer.flat.upload(
                gpu,
                flat,
                order,
                (looks.0, looks.1, prepared.scene),
                size,
                (&mut kept.flat, tally),
            ),
            clips: ShadowPass::clips(gpu, &prepared.shadows.sheets, &mut kept.clips, tally),
            tally,
            codes,
            white_mask: renderer.compose.mask_group(device, &white, &cuts),
            white,
            cuts,
            samples: 1,
            groups: vec![Slot::Waiting; prepared.regions.groups.len()],
            masks: vec![Slot::Waiting; prepared.regions.masks.len()],
            renderer,
            prepared,
            world,
            textures,
            depths,
        }
    }

    /// Draws the view; over what is there unless `clear`.
    pub(crate) fn paint(&mut self, encoder: &mut wgpu::CommandEncoder, on: &Target, clear: bool) {
        let prepared = self.prepared;
        self.samples = on.plane().onto.samples;
        self.make_ready(encoder, &prepared.order.own);
        let device = &self.renderer.gpu.device;
        if let Some(upload) = &self.meshes {
            let pictures = (&self.depths, &self.clips);
            let gpu = &self.renderer.gpu;
            self.renderer.shadows.draw(gpu, encoder, prepared, upload, pictures, self.tally);
            if let Some((data, cells)) = &self.fog {
                let looks = (upload, &self.renderer.samplers);
                self.renderer.fog.work(gpu, encoder, looks, data, cells);
            }
        }
        // What is drawn over another view has a picture of light only when that one has.
        let lit = on.light().filter(|_| clear || prepared.light);
        let plane = on.plane();
        let (behind, before) = prepared.order.own.split_at(prepared.order.behind);
        if prepared.plane_behind {
            let mut pass = on.plane_pass(encoder, clear.then_some(prepared.background));
            self.draw(&mut pass, behind, plane.onto);
        }
        if let Some(light) = lit {
            let behind = self.behind(encoder);
            let mut pass = on.light_pass(encoder, light, prepared.background);
            if prepared.plane_behind {
                let picture = (&plane.view, plane.onto);
                self.renderer.carry.behind(device, &mut pass, picture, light.onto);
            }
            self.draw_linear(&mut pass, &prepared.order.linear, light.onto, None);
            if let Some(heaven) = prepared.heaven.as_ref().filter(|heaven| heaven.shown) {
                let looks = (self.textures, &self.renderer.samplers);
                self.renderer.sky.draw(device, &mut pass, heaven, looks, light.onto);
            }
            if let (Some((data, cells)), Some(upload)) = (&self.fog, &self.meshes) {
                let looks = (upload, &self.renderer.samplers);
                self.renderer.fog.behind(device, &mut pass, looks, (data, cells), light.onto);
            }
            self.draw_parts(&mut pass, &hiding(prepared), Part::Depth, light.onto);
            self.draw_linear(&mut pass, &prepared.order.linear_through, light.onto, behind.as_ref());
        }
        let spilled = lit.and_then(|light| self.spill(encoder, light));
        let mut pass = on.plane_pass(encoder, clear.then_some(prepared.background));
        if let Some(light) = lit {
            let mapping = Mapping {
                tonemap: prepared.tonemap,
                adjustment: prepared.adjustment,
                light: &light.view,
                spilled: prepared.glow.as_ref().zip(spilled.as_ref()),
                smooth: prepared.rendering.smooth_edges,
            };
            let samplers = &self.renderer.samplers;
            self.renderer.tonemap.draw(device, &mut pass, samplers, &mapping, plane.onto);
        }
        self.draw(&mut pass, before, plane.onto);
        drop(pass);
        if prepared.rendering.linear_plane {
            self.renderer.carry.finish(device, encoder, &plane.view, &view(on.stored()));
        }
    }

    /// What bright places of a picture of light spill.
    fn spill(&self, encoder: &mut wgpu::CommandEncoder, light: &Layer) -> Option<wgpu::TextureView> {
        let prepared = self.prepared;
        let spill = Spill {
            glow: prepared.glow.as_ref()?,
            exposure: prepared.tonemap.exposure,
            smooth: prepared.rendering.smooth_glow,
            size: prepared.size,
        };
        let renderer = self.renderer;
        renderer.glow.spill(&renderer.gpu, encoder, &renderer.samplers, &light.view, &spill)
    }

    /// `behind` takes the place of the mask for what looks behind itself.
    fn draw_linear(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        runs: &[Run],
        onto: Onto,
        behind: Option<&wgpu::BindGroup>,
    ) {
        let (renderer, prepared) = (self.renderer, self.prepared);
        let Some(upload) = &self.meshes else { return };
        for run in runs {
            let draw = &prepared.meshes.draws[run.draw];
            let mut under = self.under(None, draw.region.cut);
            under.mask = behind
                .filter(|_| prepared.meshes.materials[draw.material].looks_behind)
                .unwrap_or(under.mask);
            let device = &renderer.gpu.device;
            let under = (under, &self.codes, self.tally);
            renderer.meshes.draw(device, pass, upload, prepared, (*run, onto), under);
        }
    }

    fn draw_parts(&self, pass: &mut wgpu::RenderPass<'_>, runs: &[Run], part: Part, onto: Onto) {
        let (renderer, prepared) = (self.renderer, self.prepared);
        let Some(upload) = &self.meshes else { return };
        for run in runs {
            let under = self.under(None, prepared.meshes.draws[run.draw].region.cut);
            let what = (*run, part, onto);
            let device = &renderer.gpu.device;
            let under = (under, &self.codes, self.tally);
            renderer.meshes.draw_part(device, pass, upload, prepared, what, under);
        }
    }

    /// A picture of the depth of solid things in the place of a mask, when something looks at what is behind it.
    ///
    /// It is one of its own: what is drawn on cannot be looked at.
    fn behind(&self, encoder: &mut wgpu::CommandEncoder) -> Option<wgpu::BindGroup> {
        let (renderer, prepared) = (self.renderer, self.prepared);
        let meshes = &prepared.meshes;
        let looks = |run: &Run| meshes.materials[meshes.draws[run.draw].material].looks_behind;
        prepared.order.linear_through.iter().any(looks).then(|| {
            let depth = depth_to_read(&renderer.gpu.device, prepared.size);
            let mut pass = depth_pass(encoder, &depth);
            // Nothing has a colour there.
            let onto = Onto { format: STORED_FORMAT, samples: 1 };
            self.draw_parts(&mut pass, &prepared.order.linear, Part::Behind, onto);
            drop(pass);
            renderer.compose.mask_group(&renderer.gpu.device, &depth, &self.cuts)
        })
    }

    /// Makes all groups and masks that steps need.
    fn make_ready(&mut self, encoder: &mut wgpu::CommandEncoder, steps: &[Step]) {
        for step in steps {
            let mask = match step {
                Step::Mesh(run) => self.prepared.meshes.draws[run.draw].region.mask,
                Step::Flat(index) => {
                    let batch = &self.prepared.order.batches[*index];
                    if let Some((group, _)) = batch.join {
                        self.group(encoder, group);
                    }
                    batch.mask
                }
                Step::Group(group) => {
                    if self.prepared.regions.groups[*group].unseen {
                        continue;
                    }
                    self.group(encoder, *group);
                    self.prepared.regions.groups[*group].above.mask
                }
            };
            if let Some(mask) = mask {
                self.mask(encoder, mask);
            }
        }
    }

    fn draw(&self, pass: &mut wgpu::RenderPass<'_>, steps: &[Step], onto: Onto) {
        let (renderer, prepared) = (self.renderer, self.prepared);
        let device = &renderer.gpu.device;
        for step in steps {
            match (step, &self.meshes, &self.flat) {
                (Step::Mesh(run), Some(upload), _) => {
                    let region = prepared.meshes.draws[run.draw].region;
                    let under = self.under(region.mask, region.cut);
                    renderer.meshes.draw(
                        device,
                        pass,
                        upload,
                        prepared,
                        (*run, onto),
                        (under, &self.codes, self.tally),
                    );
                }
                (Step::Flat(index), _, Some(upload)) => {
                    let batch = &prepared.order.batches[*index];
                    let mut under = self.under(batch.mask, batch.cut);
                    if let Some((group, _)) = batch.join {
                        let Slot::Done(Some(Made { join: Some(join), .. })) = &self.groups[group] else {
                            continue;
                        };
                        under.mask = join;
                    }
                    let under = (under, &self.codes, self.tally);
                    renderer.flat.draw(device, pass, upload, (batch, onto), under);
                }
                (Step::Group(group), ..) => {
                    let (Slot::Done(Some(made)), false) =
                        (&self.groups[*group], prepared.regions.groups[*group].unseen)
                    else {
                        continue;
                    };
                    let mask = self.mask_view(prepared.regions.groups[*group].above.mask);
                    renderer.compose.put(device, pass, (made.origin, onto), &made.picture, mask);
                }
                _ => {}
            }
        }
    }

    fn under(&self, mask: Option<usize>, cut: usize) -> Under<'_> {
        let mask = match mask.map(|mask| &self.masks[mask]) {
            Some(Slot::Done(Some((_, group)))) => group,
            _ => &self.white_mask,
        };
        Under { mask, cut: cut as u32 * uniform_stride::<CutData>(&self.renderer.gpu.device) }
    }

    fn mask_view(&self, mask: Option<usize>) -> &wgpu::TextureView {
        match mask.map(|mask| &self.masks[mask]) {
            Some(Slot::Done(Some((view, _)))) => view,
            _ => &self.white,
        }
    }

    fn mask(&mut self, encoder: &mut wgpu::CommandEncoder, index: usize) {
        if !matches!(self.masks[index], Slot::Waiting) {
            return;
        }
        self.masks[index] = Slot::Begun;
        let step = self.prepared.regions.masks[index].clone();
        if let Some(above) = step.above {
            self.mask(encoder, above);
        }
        let above = self.mask_view(step.above).clone();
        let (numbers, picture) = match step.shape {
            MaskShape::Nothing => {
                let kept = step.above.map(|at| self.masks[at].clone());
                self.masks[index] = kept.unwrap_or(Slot::Done(None));
                return;
            }
            MaskShape::Rect(rect, node) => {
                let place = self.prepared.plane.world * self.world.flat(node).matrix();
                let low = rect.position.min(rect.position + rect.size);
                let high = rect.position.max(rect.position + rect.size);
                (MaskNumbers::rect(place, low, high), self.white.clone())
            }
            MaskShape::Group(group) => {
                self.group(encoder, group);
                match &self.groups[group] {
                    Slot::Done(Some(made)) => (MaskNumbers::at(made.origin), made.picture.clone()),
                    // A shape that shows nothing, or that waits for itself.
                    _ => (MaskNumbers::at([u32::MAX, 0]), self.white.clone()),
                }
            }
        };
        let numbers = numbers.with(step.soft, step.invert, step.luminance);
        let made = view(&target(&self.renderer.gpu, self.prepared.size));
        let device = &self.renderer.gpu.device;
        self.renderer.compose.mask(device, encoder, &made, numbers, &picture, &above);
        let group = self.renderer.compose.mask_group(device, &made, &self.cuts);
        self.masks[index] = Slot::Done(Some((made, group)));
    }

    fn group(&mut self, encoder: &mut wgpu::CommandEncoder, index: usize) {
        if !matches!(self.groups[index], Slot::Waiting) {
            return;
        }
        self.groups[index] = Slot::Begun;
        let prepared = self.prepared;
        let steps = &prepared.order.groups[index];
        if steps.is_empty() {
            self.groups[index] = Slot::Done(None);
            return;
        }
        self.make_ready(encoder, steps);
        let gpu = &self.renderer.gpu;
        let whole = target(gpu, prepared.size);
        {
            let onto = Onto { format: STORED_FORMAT, samples: self.samples };
            let color = Layer::over(&gpu.device, &whole, onto);
            let depth = depth(&gpu.device, prepared.size, onto.samples);
            let mut pass =
                crate::target::pass(encoder, &color, &depth, Some(Rgba::linear(0.0, 0.0, 0.0, 0.0)));
            self.draw(&mut pass, steps, onto);
        }
        self.groups[index] = Slot::Done(self.effects(encoder, index, whole));
    }

    /// Puts a group's picture through its effects.
    fn effects(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        index: usize,
        whole: wgpu::Texture,
    ) -> Option<Made> {
        let prepared = self.prepared;
        let Some(chain) = prepared.regions.groups[index].chain else {
            let picture = view(&whole);
            let joins = prepared.regions.groups[index].joined.is_some();
            let device = &self.renderer.gpu.device;
            let join = joins.then(|| self.renderer.compose.mask_group(device, &picture, &self.cuts));
            return Some(Made { picture, origin: [0, 0], join });
        };
        let ratio = prepared.pixel_ratio();
        let (origin, size) = self.area(index, ratio)?;
        let run = EffectRun {
            gpu: &self.renderer.gpu,
            samplers: &self.renderer.samplers,
            time: prepared.time,
            size,
            ratio,
        };
        let effects = &self.renderer.effects;
        let cut = effects.cut(&run, encoder, &whole, origin);
        let done = effects.chain(&run, encoder, cut, &chain.effects);
        Some(Made { picture: view(&done), origin, join: None })
    }

    /// The whole pixels of the game that a group's effects work on, as pixels of the picture: top-left corner and size.
    fn area(&self, index: usize, ratio: f32) -> Option<([u32; 2], [u32; 2])> {
        let prepared = self.prepared;
        let group = &prepared.regions.groups[index];
        let chain = group.chain?;
        let picture = Vec2::new(prepared.size[0] as f32, prepared.size[1] as f32);
        let (low, high) = match chain.rect {
            Some(rect) => {
                let place = prepared.plane.world * self.world.flat(group.node).matrix();
                let corner = |unit: Vec2| place.transform_point2(rect.position + unit * rect.size);
                let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y].map(corner);
                crate::prepare::around(corners.into_iter())?
            }
            None => {
                let margin = chain.padding.unwrap_or_else(|| reach(&chain.effects)).max(0.0);
                let (low, high) = self.bounds(index)?;
                (low - margin * ratio, high + margin * ratio)
            }
        };
        // What is beyond the picture is not worked out.
        let low = ((low / ratio).floor() * ratio).round().clamp(Vec2::ZERO, picture);
        let high = ((high / ratio).ceil() * ratio).round().clamp(Vec2::ZERO, picture);
        let size = high - low;
        let sound = size.is_finite() && size.min_element() >= 1.0;
        sound.then_some(([low.x as u32, low.y as u32], [size.x as u32, size.y as u32]))
    }

    /// What a group draws, inner groups and models included.
    fn bounds(&self, index: usize) -> Option<(Vec2, Vec2)> {
        let prepared = self.prepared;
        let mut all = prepared.flat.bounds[index];
        let mut add = |other: Option<(Vec2, Vec2)>| {
            all = match (all, other) {
                (Some((a, b)), Some((c, d))) => Some((a.min(c), b.max(d))),
                (one, other) => one.or(other),
            };
        };
        for step in &prepared.order.groups[index] {
            match step {
                Step::Mesh(_) => {
                    let size = Vec2::new(prepared.size[0] as f32, prepared.size[1] as f32);
                    add(Some((Vec2::ZERO, size)));
                }
                Step::Group(inner) => {
                    let chain = prepared.regions.groups[*inner].chain;
                    let margin = chain.map_or(0.0, |chain| reach(&chain.effects)) * prepared.pixel_ratio();
                    add(self.bounds(*inner).map(|(low, high)| (low - margin, high + margin)));
                }
                Step::Flat(_) => {}
            }
        }
        all
    }
}
