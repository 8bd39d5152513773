//go:build cgo

package render

import (
	"skein/engine/render/gpu"
	"skein/engine/render/material"
)

func (r *Renderer) drawsPBR(m *material.Material) bool { return pbrDrawn(m, r.tier) }

func (r *Renderer) preparePBR(m *material.Material) {
	if r.drawsPBR(m) {
		r.tables.Make(r.objects, m.HasSheen())
	}
}

func (r *Renderer) bindPBR(p *gpu.Pipeline, m *material.Material) {
	m.Bind(p, &r.tables, r.white, r.drawsPBR(m))
}

func pbrDrawn(m *material.Material, t Tier) bool { return !m.Plain && t != Draft }
