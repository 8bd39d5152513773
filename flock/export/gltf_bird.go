package export

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"path/filepath"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/unlit"
	"github.com/qmuntal/gltf/modeler"

	"skein/models"
	modelgltf "skein/models/gltf"
	"skein/models/lod"
)

// birdWriter adds a bird's mesh to a document. The mesh has the first key pose, with a morph target for each
// other one.
type birdWriter struct {
	doc      *gltf.Document
	bird     *models.Baked
	keys     *keyPoses
	span     float32
	textures map[*image.NRGBA]int
}

func birdName(b *models.Baked) string {
	name := filepath.Base(b.Name)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

func (w *birdWriter) write() error {
	mesh := &gltf.Mesh{Name: birdName(w.bird)}
	for i := range w.bird.Parts {
		p := &w.bird.Parts[i]
		if len(p.Indices) == 0 {
			continue
		}
		material, err := w.material(&p.Material)
		if err != nil {
			return err
		}
		mesh.Primitives = append(mesh.Primitives, w.primitive(p, material))
	}
	if n := len(w.keys.poses) - 1; n > 0 {
		mesh.Weights = make([]float64, n)
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf("beat %.3f", w.keys.phase[i+1])
		}
		mesh.Extras = map[string]any{"targetNames": names}
	}
	w.doc.Meshes = append(w.doc.Meshes, mesh)
	return nil
}

func (w *birdWriter) primitive(p *lod.Part, material int) *gltf.Primitive {
	n := p.Vertices(w.bird.Poses)
	positions, normals := p.Positions[:n], p.Normals[:n]
	out := &gltf.Primitive{
		Indices: gltf.Index(writeIndices(w.doc, p.Indices, n)), Material: gltf.Index(material),
		Attributes: gltf.PrimitiveAttributes{
			gltf.POSITION: modeler.WritePosition(w.doc, scaled(positions, w.span)),
			gltf.NORMAL:   modeler.WriteNormal(w.doc, scaled(normals, 1)),
		},
	}
	if len(p.UV) == n {
		out.Attributes[gltf.TEXCOORD_0] = modeler.WriteTextureCoord(w.doc, uv(p.UV))
	}
	if len(p.Colours) == n {
		out.Attributes[gltf.COLOR_0] = modeler.WriteColor(w.doc, inGamut(p.Colours))
	}
	for _, pose := range w.keys.poses[1:] {
		out.Targets = append(out.Targets, gltf.PrimitiveAttributes{
			gltf.POSITION: modeler.WritePosition(w.doc, scaled(differences(p.Positions[pose*n:][:n], positions), w.span)),
			gltf.NORMAL:   modeler.WriteNormal(w.doc, scaled(differences(p.Normals[pose*n:][:n], normals), 1)),
		})
	}
	return out
}

func writeIndices(doc *gltf.Document, indices []uint32, vertices int) int {
	if vertices > 0xffff {
		return modeler.WriteIndices(doc, indices)
	}
	short := make([]uint16, len(indices))
	for i, v := range indices {
		short[i] = uint16(v)
	}
	return modeler.WriteIndices(doc, short)
}

func scaled(from []mgl32.Vec3, factor float32) [][3]float32 {
	out := make([][3]float32, len(from))
	for i, v := range from {
		out[i] = v.Mul(factor)
	}
	return out
}

func differences(a, b []mgl32.Vec3) []mgl32.Vec3 {
	out := make([]mgl32.Vec3, len(a))
	for i := range a {
		out[i] = a[i].Sub(b[i])
	}
	return out
}

func uv(from []mgl32.Vec2) [][2]float32 {
	out := make([][2]float32, len(from))
	for i, v := range from {
		out[i] = v
	}
	return out
}

func inGamut(from []mgl32.Vec4) [][4]float32 {
	out := make([][4]float32, len(from))
	for i, c := range from {
		for k, v := range c {
			out[i][k] = mgl32.Clamp(v, 0, 1)
		}
	}
	return out
}

const roughness = 0.85

func (w *birdWriter) material(m *modelgltf.Material) (int, error) {
	out := &gltf.Material{
		Name: m.Name, DoubleSided: m.DoubleSided,
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorFactor: &[4]float64{float64(m.BaseColour[0]), float64(m.BaseColour[1]), float64(m.BaseColour[2]), float64(m.BaseColour[3])},
			MetallicFactor:  gltf.Float(0), RoughnessFactor: gltf.Float(roughness),
		},
	}
	switch {
	case m.Blend:
		out.AlphaMode = gltf.AlphaBlend
	case m.AlphaCutoff > 0:
		out.AlphaMode, out.AlphaCutoff = gltf.AlphaMask, gltf.Float(float64(m.AlphaCutoff))
	}
	if m.Unlit {
		out.Extensions = gltf.Extensions{unlit.ExtensionName: unlit.Unlit{}}
		w.doc.ExtensionsUsed = []string{unlit.ExtensionName}
	}
	if m.Texture != nil {
		texture, err := w.texture(m.Texture)
		if err != nil {
			return 0, err
		}
		out.PBRMetallicRoughness.BaseColorTexture = &gltf.TextureInfo{Index: texture}
	}
	w.doc.Materials = append(w.doc.Materials, out)
	return len(w.doc.Materials) - 1, nil
}

func (w *birdWriter) texture(t *modelgltf.Texture) (int, error) {
	img, ok := w.textures[t.Image]
	if !ok {
		var data bytes.Buffer
		if err := png.Encode(&data, t.Image); err != nil {
			return 0, fmt.Errorf("texture: %w", err)
		}
		var err error
		if img, err = modeler.WriteImage(w.doc, fmt.Sprintf("texture_%d", len(w.textures)), "image/png", &data); err != nil {
			return 0, fmt.Errorf("texture: %w", err)
		}
		w.textures[t.Image] = img
	}
	s := &gltf.Sampler{WrapS: wrapModeOf(t.WrapS), WrapT: wrapModeOf(t.WrapT), MagFilter: gltf.MagLinear, MinFilter: gltf.MinLinearMipMapLinear}
	if t.Nearest {
		s.MagFilter = gltf.MagNearest
	}
	w.doc.Samplers = append(w.doc.Samplers, s)
	w.doc.Textures = append(w.doc.Textures, &gltf.Texture{Sampler: gltf.Index(len(w.doc.Samplers) - 1), Source: gltf.Index(img)})
	return len(w.doc.Textures) - 1, nil
}

func wrapModeOf(w modelgltf.Wrap) gltf.WrappingMode {
	switch w {
	case modelgltf.Mirror:
		return gltf.WrapMirroredRepeat
	case modelgltf.Clamp:
		return gltf.WrapClampToEdge
	}
	return gltf.WrapRepeat
}
