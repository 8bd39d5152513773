//go:build cgo

package render

import (
	"image"
	"image/color"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/models"
)

// made is a material's data for pbr.glsl, besides its colour. A texture is 0 if there is none.
type made struct {
	plain                          bool // the material has only a colour
	normal, surface, glowing, film uint32
	fuzzy                          uint32
	factors, filmFactors           mgl32.Vec4
	sheen                          mgl32.Vec4 // colour and roughness
	straight                       mgl32.Vec2
	glow, meanGlow                 mgl32.Vec3
}

// newMade uploads the maps of a material. laid says that the mesh has texture coordinates.
func newMade(o objects, m *models.Material, laid bool) (out made) {
	if out.plain = m.Plain(); out.plain {
		return out
	}
	out.factors = mgl32.Vec4{m.Metallic, 1 - m.Smoothness, 0, m.OcclusionStrength}
	out.filmFactors = mgl32.Vec4{m.Iridescence.Factor, max(m.Iridescence.IOR, 1), m.Iridescence.MinThickness / 1000, m.Iridescence.MaxThickness / 1000}
	out.straight = mgl32.Vec2{straightOf(m.IOR), 1 - m.SpecularLoss}
	out.glow, out.meanGlow = m.Emissive, m.Emissive
	out.sheen = m.Sheen.Colour.Vec4(m.Sheen.Roughness)
	if !laid {
		return out
	}
	if m.NormalMap != nil {
		out.normal, out.factors[2] = bordered(newImage(o, "normal map", gl.RGBA8, m.NormalMap.Image), m.NormalMap), m.NormalScale
	}
	out.surface = newPacked(o, "material", gl.RGBA8, channel{m.OcclusionMap, 0}, channel{m.MetallicRoughnessMap, 1}, channel{m.MetallicRoughnessMap, 2})
	out.film = newPacked(o, "film", gl.RGBA8, channel{m.Iridescence.FactorMap, 0}, channel{m.Iridescence.ThicknessMap, 1}, channel{m.SpecularMap, 3})
	fibres := m.Sheen.ColourMap
	out.fuzzy = newPacked(o, "sheen", gl.SRGB8_ALPHA8, channel{fibres, 0}, channel{fibres, 1}, channel{fibres, 2}, channel{m.Sheen.RoughnessMap, 3})
	if m.EmissiveMap != nil {
		out.glowing = bordered(newTexture(o, "glow", m.EmissiveMap.Image), m.EmissiveMap)
		mean := m.EmissiveMap.Mean()
		for k := range mean {
			out.meanGlow[k] *= mean[k]
		}
	}
	return out
}

// straightOf returns the reflectance at normal incidence for a refractive index; 0 stands for
// 1.5.
func straightOf(index float32) float32 {
	if index == 0 {
		index = 1.5
	}
	root := (index - 1) / (index + 1)
	return root * root
}

// channel is one channel of a texture: 0 red, 1 green, 2 blue, 3 opacity.
type channel struct {
	*models.Texture
	number int
}

// newPacked uploads channels of several maps as one texture in a format, white where a map is
// missing. It returns 0 if all are missing. The wrapping is taken from the first map.
func newPacked(o objects, name string, format int32, from ...channel) uint32 {
	var first *models.Texture
	var size image.Point
	for _, t := range from {
		if t.Texture == nil {
			continue
		}
		if first == nil {
			first = t.Texture
		}
		size.X, size.Y = max(size.X, t.Image.Rect.Dx()), max(size.Y, t.Image.Rect.Dy())
	}
	if first == nil {
		return 0
	}
	out := image.NewNRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			all := [4]uint8{255, 255, 255, 255}
			for k, t := range from {
				if t.Texture == nil {
					continue
				}
				at := t.Image.Rect.Min.Add(image.Pt(x*t.Image.Rect.Dx()/size.X, y*t.Image.Rect.Dy()/size.Y))
				c := t.Image.NRGBAAt(at.X, at.Y)
				all[k] = [...]uint8{c.R, c.G, c.B, c.A}[t.number]
			}
			out.SetNRGBA(x, y, color.NRGBA{all[0], all[1], all[2], all[3]})
		}
	}
	return bordered(newImage(o, name, format, out), first)
}

func (m *made) delete() {
	for _, t := range []*uint32{&m.normal, &m.surface, &m.glowing, &m.film, &m.fuzzy} {
		gl.DeleteTextures(1, t)
	}
}

// shows reports whether a material is drawn with more than its colour, which drafts leave out.
func (r *Renderer) shows(m *made) bool { return m.shownIn(r.tier) }

// shownIn reports whether a material is drawn with more than its colour in a tier.
func (m *made) shownIn(t Tier) bool { return !m.plain && t != Draft }

// readyMade makes the tables that a material needs.
func (r *Renderer) readyMade(m *made) {
	if r.shows(m) {
		r.tables.make(r.objects, m.sheen.Vec3() != mgl32.Vec3{})
	}
}

// bindMade binds the textures and sets the uniforms of a material for a program.
func (r *Renderer) bindMade(p *pipeline, m *made) {
	at := p.uniform("pbrFactors")
	if at < 0 {
		var glow mgl32.Vec3
		if r.shows(m) {
			glow = m.meanGlow
		}
		gl.Uniform3f(p.uniform("emissive"), glow[0], glow[1], glow[2])
		return
	}
	for _, each := range [...]struct{ unit, texture uint32 }{{unitNormal, m.normal}, {unitMade, m.surface}, {unitGlow, m.glowing}, {unitFilm, m.film}, {unitSheen, m.fuzzy}} {
		if each.texture == 0 {
			each.texture = r.white
		}
		bindTexture(each.unit, gl.TEXTURE_2D, each.texture)
	}
	bindTexture(unitSent, gl.TEXTURE_2D, r.tables.sent)
	bindTexture(unitBeat, gl.TEXTURE_2D, r.tables.beat)
	gl.Uniform4f(at, m.factors[0], m.factors[1], m.factors[2], m.factors[3])
	gl.Uniform4f(p.uniform("iridescence"), m.filmFactors[0], m.filmFactors[1], m.filmFactors[2], m.filmFactors[3])
	gl.Uniform4f(p.uniform("sheen"), m.sheen[0], m.sheen[1], m.sheen[2], m.sheen[3])
	gl.Uniform2f(p.uniform("specular"), m.straight[0], m.straight[1])
	gl.Uniform3f(p.uniform("emissive"), m.glow[0], m.glow[1], m.glow[2])
}
