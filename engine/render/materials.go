//go:build cgo

package render

import (
	"skein/engine/render/gpu"
	"skein/engine/render/material"
)

// drawsPBR reports whether more than the colour of a material is drawn. Drafts draw only the
// colour.
func (r *Renderer) drawsPBR(m *material.Material) bool { return pbrDrawn(m, r.tier) }

// preparePBR makes the tables that a material needs.
func (r *Renderer) preparePBR(m *material.Material) {
	if r.drawsPBR(m) {
		r.tables.Make(r.objects, m.HasSheen())
	}
}

// bindPBR binds the textures and sets the uniforms of a material for a program.
func (r *Renderer) bindPBR(p *gpu.Pipeline, m *material.Material) {
	m.Bind(p, &r.tables, r.white, r.drawsPBR(m))
}

// pbrDrawn reports whether a tier draws more than the colour of a material.
func pbrDrawn(m *material.Material, t Tier) bool { return !m.Plain && t != Draft }
