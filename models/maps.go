package models

import (
	"encoding/json"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"
)

// Extensions of materials, by Khronos' specifications of these names.
const (
	iridescence = "KHR_materials_iridescence"
	ior         = "KHR_materials_ior"
	strength    = "KHR_materials_emissive_strength"
	mirroring   = "KHR_materials_specular"
)

// Film is a thin clear film over a material, whose colours go by the angle: that of
// KHR_materials_iridescence.
type Film struct {
	Share       float32 // of the surface that it covers, 0 to 1
	Index       float32 // refractive
	Thin, Thick float32 // nm, where the texture has 0 and 1
	Shares      *Texture
	Thicknesses *Texture
}

// Plain says that nothing but colour and opacity tells a material: it is matte, smooth and
// lit only by what shines on it.
func (m *Material) Plain() bool {
	return m.Unlit || m.Normal == nil && m.Rough == nil && m.Hidden == nil && m.GlowMap == nil &&
		m.Metal == 0 && m.Smooth == 0 && m.Glow == mgl32.Vec3{} && m.Film.Share == 0 && m.Sheen.Colour == mgl32.Vec3{}
}

// Textured says whether any of a material's textures is to be laid by coordinates.
func (m *Material) Textured() bool {
	for _, t := range m.Textures() {
		if t != nil {
			return true
		}
	}
	return false
}

// Textures are the places of a material for textures: that of the colour, then the others.
func (m *Material) Textures() [10]*Texture {
	return [...]*Texture{m.Texture, m.Normal, m.Rough, m.Hidden, m.GlowMap, m.Weaker, m.Film.Shares, m.Film.Thicknesses, m.Sheen.Colours, m.Sheen.Roughs}
}

// film is KHR_materials_iridescence as a file has it.
type film struct {
	Factor       float64           `json:"iridescenceFactor"`
	Texture      *gltf.TextureInfo `json:"iridescenceTexture"`
	Index        float64           `json:"iridescenceIor"`
	Thin         float64           `json:"iridescenceThicknessMinimum"`
	Thick        float64           `json:"iridescenceThicknessMaximum"`
	ThickTexture *gltf.TextureInfo `json:"iridescenceThicknessTexture"`
}

// mirror is KHR_materials_specular as a file has it.
type mirror struct {
	Factor  float64           `json:"specularFactor"`
	Texture *gltf.TextureInfo `json:"specularTexture"`
	Colour  [3]float64        `json:"specularColorFactor"`
	Colours *gltf.TextureInfo `json:"specularColorTexture"`
}

// mirrorOf is that of a material.
func mirrorOf(m *gltf.Material) mirror {
	out := mirror{Factor: 1, Colour: [3]float64{1, 1, 1}}
	decoded(m, mirroring, &out)
	return out
}

// filmOf is that of a material; it covers nothing where there is none.
func filmOf(m *gltf.Material) (film, bool) {
	out := film{Index: 1.3, Thin: 100, Thick: 400}
	ok := decoded(m, iridescence, &out)
	return out, ok && out.Factor > 0 && out.Index >= 1 && out.Thick >= 0
}

// decoded reads an extension of a material, and says whether it has it.
func decoded(m *gltf.Material, name string, to any) bool {
	raw, ok := m.Extensions[name].(json.RawMessage)
	return ok && json.Unmarshal(raw, to) == nil
}

// layer is a texture of a material by its name, and where it goes.
type layer struct {
	name string
	info *gltf.TextureInfo
	to   **Texture
}

// layers are the textures of a material that is read into out, that of its colour first.
func layers(m *gltf.Material, out *Material) (all []layer) {
	note := func(name string, info *gltf.TextureInfo, to **Texture) {
		if info != nil {
			all = append(all, layer{name, info, to})
		}
	}
	_, base := baseColour(m)
	note("texture", base, &out.Texture)
	if _, plain := m.Extensions[unlit.ExtensionName]; plain {
		return all
	}
	if n := m.NormalTexture; n != nil && n.Index != nil {
		note("normal map", &gltf.TextureInfo{Index: *n.Index, TexCoord: n.TexCoord, Extensions: n.Extensions}, &out.Normal)
	}
	if pbr := m.PBRMetallicRoughness; pbr != nil {
		note("metallic-roughness map", pbr.MetallicRoughnessTexture, &out.Rough)
	}
	if o := m.OcclusionTexture; o != nil && o.Index != nil {
		note("occlusion map", &gltf.TextureInfo{Index: *o.Index, TexCoord: o.TexCoord, Extensions: o.Extensions}, &out.Hidden)
	}
	note("emissive map", m.EmissiveTexture, &out.GlowMap)
	note("specular map", mirrorOf(m).Texture, &out.Weaker)
	if f, ok := filmOf(m); ok {
		note("iridescence map", f.Texture, &out.Film.Shares)
		note("iridescence thickness map", f.ThickTexture, &out.Film.Thicknesses)
	}
	if s, ok := sheenOf(m); ok {
		note("sheen map", s.Colours, &out.Sheen.Colours)
		note("sheen roughness map", s.Roughs, &out.Sheen.Roughs)
	}
	return all
}

// substance reads what a material is made of besides its colour, and says what of it is not
// drawn: maps that lie otherwise than the first, or that cannot be read, and samplers.
func (l *loader) substance(from *gltf.Material, out *Material) (left []string) {
	if out.Unlit {
		return nil
	}
	out.factors(from)
	all := layers(from, out)
	for _, each := range all {
		if each.to == &out.Texture {
			continue
		}
		if fault := l.lay(each, all[0]); fault != "" {
			left = append(left, fmt.Sprintf("%s (%s)", each.name, fault))
		}
	}
	left = append(left, out.shared(all)...)
	if s := mirrorOf(from); s.Colours != nil || s.Colour != [3]float64{1, 1, 1} {
		left = append(left, "specular colour")
	}
	return left
}

// lay reads a layer that is to lie as the first does, and says why it cannot be.
func (l *loader) lay(each, first layer) (fault string) {
	set, shift, err := lies(each.info)
	if err != nil {
		return err.Error()
	}
	if firstSet, firstShift, err := lies(first.info); err != nil || set != firstSet || shift != firstShift {
		return "it lies otherwise than the " + first.name
	}
	// What the model cannot be drawn without comes first.
	if l.budget < allowance(0)/2 || l.paint < 4*allowance(0) {
		return "too much for a file of this size"
	}
	if *each.to, err = l.texture(each.info.Index, mapSide); err != nil {
		return err.Error()
	}
	return ""
}

// factors reads the numbers that maps multiply.
func (m *Material) factors(from *gltf.Material) {
	unit := func(v float64) float32 { return float32(min(max(v, 0), 1)) }
	const most = 100.0
	if from.Extensions["KHR_materials_pbrSpecularGlossiness"] == nil || from.PBRMetallicRoughness != nil {
		pbr := from.PBRMetallicRoughness
		if pbr == nil {
			pbr = &gltf.PBRMetallicRoughness{}
		}
		m.Metal, m.Smooth = unit(pbr.MetallicFactorOrDefault()), unit(1-pbr.RoughnessFactorOrDefault())
	}
	if n := from.NormalTexture; n != nil {
		m.Bump = float32(min(max(n.ScaleOrDefault(), -most), most))
	}
	if o := from.OcclusionTexture; o != nil {
		m.Hides = unit(o.StrengthOrDefault())
	}
	shine := struct {
		Strength float64 `json:"emissiveStrength"`
	}{1}
	decoded(from, strength, &shine)
	for k, v := range from.EmissiveFactor {
		m.Glow[k] = unit(v) * float32(min(max(shine.Strength, 0), most*most))
	}
	bends := struct {
		Index float64 `json:"ior"`
	}{}
	if decoded(from, ior, &bends) && bends.Index >= 1 {
		m.Index = float32(min(bends.Index, most))
	}
	if s, ok := sheenOf(from); ok {
		m.Sheen.Colour = mgl32.Vec3{unit(s.Colour[0]), unit(s.Colour[1]), unit(s.Colour[2])}
		m.Sheen.Rough = unit(s.Rough)
	}
	m.Weak = 1 - unit(mirrorOf(from).Factor)
	if f, ok := filmOf(from); ok {
		const thickest = 10_000
		m.Film.Share, m.Film.Index = unit(f.Factor), float32(min(f.Index, most))
		m.Film.Thin, m.Film.Thick = float32(min(max(f.Thin, 0), thickest)), float32(min(f.Thick, thickest))
	}
}

// lies is the set of texture coordinates that a texture lies by, and what
// KHR_texture_transform does to them.
func lies(info *gltf.TextureInfo) (int, mgl32.Mat3, error) {
	extension, ok := info.Extensions[texturetransform.ExtensionName]
	if !ok {
		return info.TexCoord, mgl32.Ident3(), nil
	}
	t, ok := extension.(*texturetransform.TextureTransform)
	if !ok {
		return 0, mgl32.Ident3(), fmt.Errorf("its %s cannot be read", texturetransform.ExtensionName)
	}
	set := info.TexCoord
	if t.TexCoord != nil {
		set = *t.TexCoord
	}
	move := mgl32.Translate2D(float32(t.Offset[0]), float32(t.Offset[1]))
	turn := mgl32.HomogRotate2D(float32(-t.Rotation))
	size := mgl32.Scale2D(float32(t.Scale[0]), float32(t.Scale[1]))
	return set, move.Mul3(turn).Mul3(size), nil
}

// Mean is the mean of a texture of colours, linear.
func (t *Texture) Mean() (mean [3]float32) {
	var counts [3][256]int
	size := t.Image.Rect.Size()
	for y := range size.Y {
		row := t.Image.Pix[y*t.Image.Stride:]
		for x := range size.X {
			for k := range mean {
				counts[k][row[4*x+k]]++
			}
		}
	}
	for k := range mean {
		sum := 0.0
		for v, n := range counts[k] {
			sum += float64(n) * float64(linear(uint8(v)))
		}
		mean[k] = float32(sum / float64(max(1, size.X*size.Y)))
	}
	return mean
}
