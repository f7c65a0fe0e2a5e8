//! `Path3D` and `Path2D` (`Path`), and what follows them.

use glam::{Affine2, Affine3A, Mat2, Vec2, Vec3};
use proscenio_scene::{Component, Follower, NodeId, PathTurn};

use super::files::{Generation, Target};
use super::props::Props;
use super::{Importer, curves};

impl Importer<'_> {
    /// The component of a path; its followers will look for it.
    pub(super) fn path(&mut self, props: &Props, node: NodeId) -> Option<Component> {
        let (value, place) = props.set("curve")?;
        let place = place.clone();
        let span =
            place.section().and_then(|section| section.property("curve")).map(|entry| entry.value_span());
        let Target::Resource(resource) = self.follow(&place.file, &value, span)? else { return None };
        let own = Props::of(&resource);
        let (curve, problems) = curves::path(&own);
        self.tell_problems(&resource, "_data", problems);
        own.consume(&["point_count", "resource_name"]);
        self.keep_aside(&own, &resource);
        self.paths.insert(node, curve.bake());
        Some(Component::Path(curve))
    }

    /// Where a `PathFollow3D` (`PathFollow`) stands, its own placement being `placed`.
    pub(super) fn follower(&self, props: &Props, parent: Option<NodeId>, placed: Affine3A) -> Affine3A {
        let Some(path) = parent.and_then(|parent| self.paths.get(&parent)) else { return placed };
        let follower = Follower {
            turn: match props.int("rotation_mode") {
                0 => PathTurn::None,
                1 => PathTurn::Y,
                2 => PathTurn::Xy,
                4 => PathTurn::Oriented,
                _ => PathTurn::Xyz,
            },
            tilt: props.generation() == Generation::Three || props.flag("tilt_enabled"),
            model_front: props.flag("use_model_front"),
            ..steps(props, path.length())
        };
        let (scale, ..) = placed.to_scale_rotation_translation();
        let scale = if scale.is_finite() { scale } else { Vec3::ONE };
        path.follow(&follower).map_or(placed, |stands| stands * Affine3A::from_scale(scale))
    }

    /// Where a `PathFollow2D` stands, its own placement being `placed`.
    pub(super) fn flat_follower(&self, props: &Props, parent: Option<NodeId>, placed: Affine2) -> Affine2 {
        let Some(path) = parent.and_then(|parent| self.paths.get(&parent)) else { return placed };
        let turns = props.flag(props.named("rotates", "rotate"));
        let turn = if turns { PathTurn::Xyz } else { PathTurn::None };
        let Some(stands) = path.follow(&Follower { turn, ..steps(props, path.length()) }) else {
            return placed;
        };
        let origin = Vec2::new(stands.translation.x, stands.translation.y);
        let (scale, angle, _) = placed.to_scale_angle_translation();
        if !turns {
            return Affine2 { translation: origin, ..placed };
        }
        // The turn becomes that of the path; size and lean stay.
        let own = Mat2::from_angle(-angle) * placed.matrix2;
        let own = if scale.is_finite() { own } else { Mat2::IDENTITY };
        let along = Vec2::new(stands.matrix3.x_axis.x, stands.matrix3.x_axis.y).to_angle();
        Affine2 { matrix2: Mat2::from_angle(along) * own, translation: origin }
    }
}

fn steps(props: &Props, length: f32) -> Follower {
    let progress = props.named("progress", "offset");
    let share = props.named("progress_ratio", "unit_offset");
    let progress = if props.has(share) && !props.has(progress) {
        props.number(share) * length
    } else {
        props.consume(&[share]);
        props.number(progress)
    };
    Follower {
        progress,
        offset: Vec2::new(props.number("h_offset"), props.number("v_offset")),
        turn: PathTurn::Xyz,
        cubic: props.flag("cubic_interp"),
        looped: props.flag("loop"),
        tilt: true,
        model_front: false,
    }
}
