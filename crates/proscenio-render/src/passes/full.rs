//! Pipelines of passes that cover all they draw on, without vertices.

/// A pipeline that draws one triangle over everything.
pub(super) struct Full<'a> {
    pub(super) label: &'a str,
    pub(super) module: &'a wgpu::ShaderModule,
    /// Read off the shader when there is none.
    pub(super) layout: Option<&'a wgpu::PipelineLayout>,
    pub(super) vertex: &'a str,
    pub(super) fragment: &'a str,
    pub(super) target: wgpu::ColorTargetState,
    pub(super) depth: Option<wgpu::DepthStencilState>,
    pub(super) samples: wgpu::MultisampleState,
    /// What the shader's constants are.
    pub(super) constants: &'a [(&'a str, f64)],
}

impl<'a> Full<'a> {
    /// Onto a picture of one sample, replacing what is there.
    pub(super) fn new(
        label: &'a str,
        module: &'a wgpu::ShaderModule,
        fragment: &'a str,
        format: wgpu::TextureFormat,
    ) -> Self {
        Self {
            label,
            module,
            layout: None,
            vertex: "vs_screen",
            fragment,
            target: format.into(),
            depth: None,
            samples: wgpu::MultisampleState::default(),
            constants: &[],
        }
    }

    pub(super) fn make(self, device: &wgpu::Device) -> wgpu::RenderPipeline {
        let options = || wgpu::PipelineCompilationOptions {
            constants: self.constants,
            ..wgpu::PipelineCompilationOptions::default()
        };
        device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some(self.label),
            layout: self.layout,
            vertex: wgpu::VertexState {
                module: self.module,
                entry_point: Some(self.vertex),
                compilation_options: options(),
                buffers: &[],
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: self.depth,
            multisample: self.samples,
            fragment: Some(wgpu::FragmentState {
                module: self.module,
                entry_point: Some(self.fragment),
                compilation_options: options(),
                targets: &[Some(self.target)],
            }),
            multiview_mask: None,
            cache: None,
        })
    }
}

/// A layout of groups that stand where they stand in the list.
pub(super) fn pipeline_layout(
    device: &wgpu::Device,
    label: &str,
    groups: &[Option<&wgpu::BindGroupLayout>],
) -> wgpu::PipelineLayout {
    device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(label),
        bind_group_layouts: groups,
        immediate_size: 0,
    })
}
