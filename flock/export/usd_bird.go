package export

import (
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models"
	"skein/models/gltf"
	"skein/models/lod"
)

type usdTextures struct {
	folder string
	files  []usdTexture
}

type usdTexture struct {
	name  string
	image *image.NRGBA
}

func (t *usdTextures) add(bird *models.Baked, name string) {
	n := 0
	for _, p := range bird.Parts {
		if p.Material.Texture != nil && t.name(p.Material.Texture.Image) == "" {
			t.files = append(t.files, usdTexture{fmt.Sprintf("%s_%02d.png", name, n), p.Material.Texture.Image})
			n++
		}
	}
}

func (t *usdTextures) name(picture *image.NRGBA) string {
	for _, f := range t.files {
		if f.image == picture {
			return f.name
		}
	}
	return ""
}

func (t *usdTextures) write(dir string) error {
	for _, f := range t.files {
		file, err := os.Create(filepath.Join(dir, f.name))
		if err != nil {
			return err
		}
		err = f.encode(file)
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *usdTexture) encode(w io.Writer) error { return png.Encode(w, f.image) }

func (f *usdFlock) materials(out usdWriter) {
	out.prim(usdPrim{kind: "Scope", name: "Materials"})
	for k := range f.model.Parts {
		f.material(out, k, &f.model.Parts[k])
	}
	out.end()
}

func materialName(k int) string { return fmt.Sprintf("bird_%02d", k) }

const colourDigits = 5

func (f *usdFlock) material(out usdWriter, k int, p *lod.Part) {
	m, path := &p.Material, f.root+"/Materials/"+materialName(k)
	out.prim(usdPrim{kind: "Material", name: materialName(k), displayName: m.Name})
	out.connect("token outputs:surface", path+"/Surface.outputs:surface")
	out.prim(usdPrim{kind: "Shader", name: "Surface"})
	out.attribute("uniform token info:id", "UsdPreviewSurface")
	colour := "color3f inputs:diffuseColor"
	if m.Unlit {
		out.attribute(colour, exactly(0, 0, 0))
		colour = "color3f inputs:emissiveColor"
	}
	switch {
	case m.Texture != nil:
		out.connect(colour, path+"/Texture.outputs:rgb")
	case len(p.Colours) > 0:
		out.connect(colour, path+"/Colour.outputs:result")
	default:
		out.attribute(colour, rounded(colourDigits, m.BaseColour[:3]...))
	}
	opacity(out, m, path)
	out.attribute("float inputs:roughness", exactly(0.8))
	out.attribute("token outputs:surface", nil)
	out.end()
	if m.Texture != nil {
		f.texture(out, path, m)
	} else if len(p.Colours) > 0 {
		primvarReader(out, "Colour", "float3", "displayColor")
	}
	out.end()
}

func opacity(out usdWriter, m *gltf.Material, path string) {
	if !m.Blend && m.AlphaCutoff == 0 {
		return
	}
	if m.Texture != nil {
		out.connect("float inputs:opacity", path+"/Texture.outputs:a")
	} else {
		out.attribute("float inputs:opacity", rounded(colourDigits, m.BaseColour[3]))
	}
	if m.AlphaCutoff > 0 {
		out.attribute("float inputs:opacityThreshold", rounded(colourDigits, m.AlphaCutoff))
	}
}

func (f *usdFlock) texture(out usdWriter, path string, m *gltf.Material) {
	wraps := [...]string{gltf.Repeat: "repeat", gltf.Mirror: "mirror", gltf.Clamp: "clamp"}
	out.prim(usdPrim{kind: "Shader", name: "Texture"})
	out.attribute("uniform token info:id", "UsdUVTexture")
	out.attribute("asset inputs:file", f.textures.folder+"/"+f.textures.name(m.Texture.Image))
	out.attribute("float4 inputs:scale", rounded(colourDigits, m.BaseColour[:]...))
	out.attribute("token inputs:sourceColorSpace", "sRGB")
	out.connect("float2 inputs:st", path+"/UV.outputs:result")
	out.attribute("token inputs:wrapS", wraps[m.Texture.WrapS])
	out.attribute("token inputs:wrapT", wraps[m.Texture.WrapT])
	out.attribute("float outputs:a", nil)
	out.attribute("float3 outputs:rgb", nil)
	out.end()
	primvarReader(out, "UV", "float2", "st")
}

func primvarReader(out usdWriter, name, kind, primvar string) {
	out.prim(usdPrim{kind: "Shader", name: name})
	out.attribute("uniform token info:id", "UsdPrimvarReader_"+kind)
	out.attribute("string inputs:varname", primvar)
	out.attribute(kind+" outputs:result", nil)
	out.end()
}

func (f *usdFlock) prototypes(out usdWriter, p usdPrim) error {
	bird := f.model
	if f.wings != nil {
		f.wings.warn(f.s, f.number, f.kind)
	}
	p.name = "Prototypes"
	out.prim(p)
	for k, name := range f.prototypeNames() {
		out.prim(usdPrim{kind: "Xform", name: name})
		for i := range bird.Parts {
			if err := f.mesh(out, i, &bird.Parts[i], k); err != nil {
				return err
			}
		}
		out.end()
	}
	out.end()
	return nil
}

const pointDigits = 6

func (f *usdFlock) mesh(out usdWriter, i int, p *lod.Part, prototype int) error {
	pose, moves := prototype%f.model.Poses, f.wings != nil && prototype < f.model.Poses
	n, span := p.Vertices(f.model.Poses), f.span
	points := make([]mgl32.Vec3, n)
	for k, pos := range p.Positions[pose*n : (pose+1)*n] {
		points[k] = pos.Mul(span)
	}
	low, high := box(points)
	const digits, normalDigits = pointDigits, 4
	out.prim(usdPrim{kind: "Mesh", name: fmt.Sprintf("part_%02d", i), schema: "MaterialBindingAPI"})
	out.attribute("uniform bool doubleSided", p.Material.DoubleSided)
	out.attribute("float3[] extent", rounded(digits, low[0], low[1], low[2], high[0], high[1], high[2]))
	out.attribute("int[] faceVertexCounts", slices.Repeat([]int{3}, len(p.Indices)/3))
	out.attribute("int[] faceVertexIndices", integers(p.Indices))
	out.relationship("material:binding", f.root+"/Materials/"+materialName(i))
	out.primvar("normal3f[] normals", "vertex", rounded(normalDigits, coordinates(p.Normals[pose*n:(pose+1)*n])...))
	if coords := rounded(digits, coordinates(points)...); !moves {
		out.attribute("point3f[] points", coords)
	} else if err := f.movingPoints(out, p, pose, coords); err != nil {
		return err
	}
	f.primvars(out, p)
	out.attribute("uniform token subdivisionScheme", "none")
	out.end()
	return nil
}

// primvars writes the colours and texture coordinates of a part, with V upwards.
func (f *usdFlock) primvars(out usdWriter, p *lod.Part) {
	if len(p.Colours) > 0 {
		base := p.Material.BaseColour
		var all []float32
		for _, c := range p.Colours {
			all = append(all, c[0]*base[0], c[1]*base[1], c[2]*base[2])
		}
		out.primvar("color3f[] primvars:displayColor", "vertex", rounded(4, all...))
	}
	if len(p.UV) > 0 {
		var all []float32
		for _, pos := range p.UV {
			all = append(all, pos[0], 1-pos[1])
		}
		out.primvar("texCoord2f[] primvars:st", "vertex", rounded(6, all...))
	}
}

func box(points []mgl32.Vec3) (low, high mgl32.Vec3) {
	for k, p := range points {
		for c := range p {
			if k == 0 {
				low[c], high[c] = p[c], p[c]
			}
			low[c], high[c] = min(low[c], p[c]), max(high[c], p[c])
		}
	}
	return low, high
}
