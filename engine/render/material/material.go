//go:build cgo

package material

import (
	"image"
	"image/color"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/render/gpu"
	"skein/models/gltf"
)

// Material contains the data of a material for pbr.glsl, without its colour. A texture is 0 if the material
// has none.
type Material struct {
	Plain                                          bool // the material has only a colour and an opacity
	normalMap, pbrMap, emissiveMap, iridescenceMap uint32
	sheenMap                                       uint32
	factors, iridescence                           mgl32.Vec4
	sheen                                          mgl32.Vec4 // red, green, blue, roughness
	specular                                       mgl32.Vec2
	emissive, meanEmissive                         mgl32.Vec3
}

// New uploads the maps of a material. hasUV is true if the mesh has texture coordinates.
func New(o gpu.Objects, m *gltf.Material, hasUV bool) (out Material) {
	if out.Plain = m.Plain(); out.Plain {
		return out
	}
	out.factors = mgl32.Vec4{m.Metallic, 1 - m.Smoothness, 0, m.OcclusionStrength}
	out.iridescence = mgl32.Vec4{m.Iridescence.Factor, max(m.Iridescence.IOR, 1), m.Iridescence.MinThickness / 1000, m.Iridescence.MaxThickness / 1000}
	out.specular = mgl32.Vec2{normalReflectance(m.IOR), 1 - m.SpecularLoss}
	out.emissive, out.meanEmissive = m.Emissive, m.Emissive
	out.sheen = m.Sheen.Colour.Vec4(m.Sheen.Roughness)
	if !hasUV {
		return out
	}
	if m.NormalMap != nil {
		out.normalMap, out.factors[2] = gpu.SetWrap(gpu.NewImage(o, "normal map", gl.RGBA8, m.NormalMap.Image), m.NormalMap), m.NormalScale
	}
	out.pbrMap = newPacked(o, "material", gl.RGBA8, channel{m.OcclusionMap, 0}, channel{m.MetallicRoughnessMap, 1}, channel{m.MetallicRoughnessMap, 2})
	out.iridescenceMap = newPacked(o, "film", gl.RGBA8, channel{m.Iridescence.FactorMap, 0}, channel{m.Iridescence.ThicknessMap, 1}, channel{m.SpecularMap, 3})
	fibres := m.Sheen.ColourMap
	out.sheenMap = newPacked(o, "sheen", gl.SRGB8_ALPHA8, channel{fibres, 0}, channel{fibres, 1}, channel{fibres, 2}, channel{m.Sheen.RoughnessMap, 3})
	if m.EmissiveMap != nil {
		out.emissiveMap = gpu.SetWrap(gpu.NewTexture(o, "glow", m.EmissiveMap.Image), m.EmissiveMap)
		mean := m.EmissiveMap.Mean()
		for k := range mean {
			out.meanEmissive[k] *= mean[k]
		}
	}
	return out
}

func normalReflectance(index float32) float32 {
	if index == 0 {
		index = 1.5
	}
	root := (index - 1) / (index + 1)
	return root * root
}

// channel is a channel of a texture: 0 red, 1 green, 2 blue, 3 opacity.
type channel struct {
	*gltf.Texture
	number int
}

// newPacked uploads channels of several maps as one texture, which wraps like the first map. A channel
// without a map is white. If there is no map, newPacked returns 0.
func newPacked(o gpu.Objects, name string, format int32, from ...channel) uint32 {
	var first *gltf.Texture
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
				point := t.Image.Rect.Min.Add(image.Pt(x*t.Image.Rect.Dx()/size.X, y*t.Image.Rect.Dy()/size.Y))
				c := t.Image.NRGBAAt(point.X, point.Y)
				all[k] = [...]uint8{c.R, c.G, c.B, c.A}[t.number]
			}
			out.SetNRGBA(x, y, color.NRGBA{all[0], all[1], all[2], all[3]})
		}
	}
	return gpu.SetWrap(gpu.NewImage(o, name, format, out), first)
}

// Delete frees the maps.
func (m *Material) Delete() {
	for _, t := range []*uint32{&m.normalMap, &m.pbrMap, &m.emissiveMap, &m.iridescenceMap, &m.sheenMap} {
		gl.DeleteTextures(1, t)
	}
}

// Bind binds the textures and sets the uniforms of a material. white replaces missing maps. drawn says
// whether the tier draws more than colour and opacity.
func (m *Material) Bind(p *gpu.Pipeline, tables *Tables, white uint32, drawn bool) {
	location := p.Uniform("pbrFactors")
	if location < 0 {
		var glow mgl32.Vec3
		if drawn {
			glow = m.meanEmissive
		}
		gl.Uniform3f(p.Uniform("emissive"), glow[0], glow[1], glow[2])
		return
	}
	for _, each := range [...]struct{ unit, texture uint32 }{{gpu.UnitNormal, m.normalMap}, {gpu.UnitPBR, m.pbrMap}, {gpu.UnitEmissive, m.emissiveMap}, {gpu.UnitIridescence, m.iridescenceMap}, {gpu.UnitSheen, m.sheenMap}} {
		if each.texture == 0 {
			each.texture = white
		}
		gpu.BindTexture(each.unit, gl.TEXTURE_2D, each.texture)
	}
	gpu.BindTexture(gpu.UnitReflectance, gl.TEXTURE_2D, tables.reflectance)
	gpu.BindTexture(gpu.UnitInterference, gl.TEXTURE_2D, tables.interference)
	gl.Uniform4f(location, m.factors[0], m.factors[1], m.factors[2], m.factors[3])
	gl.Uniform4f(p.Uniform("iridescence"), m.iridescence[0], m.iridescence[1], m.iridescence[2], m.iridescence[3])
	gl.Uniform4f(p.Uniform("sheen"), m.sheen[0], m.sheen[1], m.sheen[2], m.sheen[3])
	gl.Uniform2f(p.Uniform("specular"), m.specular[0], m.specular[1])
	gl.Uniform3f(p.Uniform("emissive"), m.emissive[0], m.emissive[1], m.emissive[2])
}

// HasSheen reports whether the material has a sheen.
func (m *Material) HasSheen() bool { return m.sheen.Vec3() != mgl32.Vec3{} }
