package gltf

import (
	"encoding/json"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"
)

// Supported material extensions.
const (
	extIridescence      = "KHR_materials_iridescence"
	extIOR              = "KHR_materials_ior"
	extEmissiveStrength = "KHR_materials_emissive_strength"
	extSpecular         = "KHR_materials_specular"
)

// Iridescence describes a thin transparent film. Its colours depend on the viewing angle
// (KHR_materials_iridescence).
type Iridescence struct {
	Factor                     float32 // 0 to 1
	IOR                        float32 // index of refraction
	MinThickness, MaxThickness float32 // thickness where ThicknessMap is 0 and where it is 1, nm
	FactorMap                  *Texture
	ThicknessMap               *Texture
}

// Plain reports whether a material has only a colour and an opacity. It is then matte and smooth, and emits
// no light.
func (m *Material) Plain() bool {
	return m.Unlit || m.NormalMap == nil && m.MetallicRoughnessMap == nil && m.OcclusionMap == nil && m.EmissiveMap == nil &&
		m.Metallic == 0 && m.Smoothness == 0 && m.Emissive == mgl32.Vec3{} && m.Iridescence.Factor == 0 && m.Sheen.Colour == mgl32.Vec3{}
}

// Textured reports whether a material has any texture.
func (m *Material) Textured() bool {
	for _, t := range m.Textures() {
		if t != nil {
			return true
		}
	}
	return false
}

// Textures returns all texture slots, the base colour first.
func (m *Material) Textures() [10]*Texture {
	return [...]*Texture{m.Texture, m.NormalMap, m.MetallicRoughnessMap, m.OcclusionMap, m.EmissiveMap, m.SpecularMap, m.Iridescence.FactorMap, m.Iridescence.ThicknessMap, m.Sheen.ColourMap, m.Sheen.RoughnessMap}
}

type iridescenceJSON struct {
	Factor           float64           `json:"iridescenceFactor"`
	Texture          *gltf.TextureInfo `json:"iridescenceTexture"`
	IOR              float64           `json:"iridescenceIor"`
	MinThickness     float64           `json:"iridescenceThicknessMinimum"`
	MaxThickness     float64           `json:"iridescenceThicknessMaximum"`
	ThicknessTexture *gltf.TextureInfo `json:"iridescenceThicknessTexture"`
}

type specularJSON struct {
	Factor        float64           `json:"specularFactor"`
	Texture       *gltf.TextureInfo `json:"specularTexture"`
	Colour        [3]float64        `json:"specularColorFactor"`
	ColourTexture *gltf.TextureInfo `json:"specularColorTexture"`
}

func specularOf(m *gltf.Material) specularJSON {
	out := specularJSON{Factor: 1, Colour: [3]float64{1, 1, 1}}
	readExtension(m, extSpecular, &out)
	return out
}

// iridescenceOf returns the iridescence of a material, and whether the extension has any effect.
func iridescenceOf(m *gltf.Material) (iridescenceJSON, bool) {
	out := iridescenceJSON{IOR: 1.3, MinThickness: 100, MaxThickness: 400}
	ok := readExtension(m, extIridescence, &out)
	return out, ok && out.Factor > 0 && out.IOR >= 1 && out.MaxThickness >= 0
}

func readExtension(m *gltf.Material, name string, to any) bool {
	raw, ok := m.Extensions[name].(json.RawMessage)
	return ok && json.Unmarshal(raw, to) == nil
}

type materialMap struct {
	name string
	info *gltf.TextureInfo
	to   **Texture
}

func materialMaps(m *gltf.Material, out *Material) (all []materialMap) {
	note := func(name string, info *gltf.TextureInfo, to **Texture) {
		if info != nil {
			all = append(all, materialMap{name, info, to})
		}
	}
	_, base := baseColour(m)
	note("texture", base, &out.Texture)
	if _, plain := m.Extensions[unlit.ExtensionName]; plain {
		return all
	}
	if n := m.NormalTexture; n != nil && n.Index != nil {
		note("normal map", &gltf.TextureInfo{Index: *n.Index, TexCoord: n.TexCoord, Extensions: n.Extensions}, &out.NormalMap)
	}
	if pbr := m.PBRMetallicRoughness; pbr != nil {
		note("metallic-roughness map", pbr.MetallicRoughnessTexture, &out.MetallicRoughnessMap)
	}
	if o := m.OcclusionTexture; o != nil && o.Index != nil {
		note("occlusion map", &gltf.TextureInfo{Index: *o.Index, TexCoord: o.TexCoord, Extensions: o.Extensions}, &out.OcclusionMap)
	}
	note("emissive map", m.EmissiveTexture, &out.EmissiveMap)
	note("specular map", specularOf(m).Texture, &out.SpecularMap)
	if f, ok := iridescenceOf(m); ok {
		note("iridescence map", f.Texture, &out.Iridescence.FactorMap)
		note("iridescence thickness map", f.ThicknessTexture, &out.Iridescence.ThicknessMap)
	}
	if s, ok := sheenOf(m); ok {
		note("sheen map", s.ColourTexture, &out.Sheen.ColourMap)
		note("sheen roughness map", s.RoughnessTexture, &out.Sheen.RoughnessMap)
	}
	return all
}

func (l *loader) readMaps(from *gltf.Material, out *Material) (unusedMaps []string) {
	if out.Unlit {
		return nil
	}
	out.readFactors(from)
	all := materialMaps(from, out)
	for _, m := range all {
		if m.to == &out.Texture {
			continue
		}
		if fault := l.readMap(m, all[0]); fault != "" {
			unusedMaps = append(unusedMaps, fmt.Sprintf("%s (%s)", m.name, fault))
		}
	}
	unusedMaps = append(unusedMaps, out.sharedSamplers(all)...)
	if s := specularOf(from); s.ColourTexture != nil || s.Colour != [3]float64{1, 1, 1} {
		unusedMaps = append(unusedMaps, "specular colour")
	}
	return unusedMaps
}

func (l *loader) readMap(m, first materialMap) (fault string) {
	set, shift, err := uvMapping(m.info)
	if err != nil {
		return err.Error()
	}
	if firstSet, firstShift, err := uvMapping(first.info); err != nil || set != firstSet || shift != firstShift {
		return "its coordinates differ from those of the " + first.name
	}
	// The rest of the budget is for data without which the model cannot be drawn.
	if l.budget < decodeBudget(0)/2 || l.imageBudget < 4*decodeBudget(0) {
		return "too large for a file of this size"
	}
	if *m.to, err = l.readTexture(m.info.Index, maxMapSide); err != nil {
		return err.Error()
	}
	return ""
}

func (m *Material) readFactors(from *gltf.Material) {
	unit := func(v float64) float32 { return float32(min(max(v, 0), 1)) }
	const limit = 100.0
	if from.Extensions["KHR_materials_pbrSpecularGlossiness"] == nil || from.PBRMetallicRoughness != nil {
		pbr := from.PBRMetallicRoughness
		if pbr == nil {
			pbr = &gltf.PBRMetallicRoughness{}
		}
		m.Metallic, m.Smoothness = unit(pbr.MetallicFactorOrDefault()), unit(1-pbr.RoughnessFactorOrDefault())
	}
	if n := from.NormalTexture; n != nil {
		m.NormalScale = float32(min(max(n.ScaleOrDefault(), -limit), limit))
	}
	if o := from.OcclusionTexture; o != nil {
		m.OcclusionStrength = unit(o.StrengthOrDefault())
	}
	emission := struct {
		Strength float64 `json:"emissiveStrength"`
	}{1}
	readExtension(from, extEmissiveStrength, &emission)
	for k, v := range from.EmissiveFactor {
		m.Emissive[k] = unit(v) * float32(min(max(emission.Strength, 0), limit*limit))
	}
	refraction := struct {
		Index float64 `json:"ior"`
	}{}
	if readExtension(from, extIOR, &refraction) && refraction.Index >= 1 {
		m.IOR = float32(min(refraction.Index, limit))
	}
	if s, ok := sheenOf(from); ok {
		m.Sheen.Colour = mgl32.Vec3{unit(s.Colour[0]), unit(s.Colour[1]), unit(s.Colour[2])}
		m.Sheen.Roughness = unit(s.Roughness)
	}
	m.SpecularLoss = 1 - unit(specularOf(from).Factor)
	if f, ok := iridescenceOf(from); ok {
		const thickest = 10_000
		m.Iridescence.Factor, m.Iridescence.IOR = unit(f.Factor), float32(min(f.IOR, limit))
		m.Iridescence.MinThickness, m.Iridescence.MaxThickness = float32(min(max(f.MinThickness, 0), thickest)), float32(min(f.MaxThickness, thickest))
	}
}

// uvMapping returns the index of the texture coordinates that a texture uses, and the matrix of its
// KHR_texture_transform.
func uvMapping(info *gltf.TextureInfo) (int, mgl32.Mat3, error) {
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
	translation := mgl32.Translate2D(float32(t.Offset[0]), float32(t.Offset[1]))
	rotation := mgl32.HomogRotate2D(float32(-t.Rotation))
	scale := mgl32.Scale2D(float32(t.Scale[0]), float32(t.Scale[1]))
	return set, translation.Mul3(rotation).Mul3(scale), nil
}

// Mean returns the mean linear colour of a texture.
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
			sum += float64(n) * float64(srgbToLinear(uint8(v)))
		}
		mean[k] = float32(sum / float64(max(1, size.X*size.Y)))
	}
	return mean
}
