package export

import (
	"bufio"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models"
	"skein/models/gltf"
	"skein/models/lod"
)

// usdTextures holds the images of all birds and their file names.
type usdTextures struct {
	folder string // path of the folder, as written in the layer
	files  []usdTexture
}

type usdTexture struct {
	name  string
	image *image.NRGBA
}

// add adds the images of a bird that are new. Their file names begin with name.
func (t *usdTextures) add(bird *models.Baked, name string) {
	n := 0
	for _, p := range bird.Parts {
		if p.Material.Texture != nil && t.name(p.Material.Texture.Image) == "" {
			t.files = append(t.files, usdTexture{fmt.Sprintf("%s_%02d.png", name, n), p.Material.Texture.Image})
			n++
		}
	}
}

// name returns the file name of an image, or "".
func (t *usdTextures) name(of *image.NRGBA) string {
	for _, f := range t.files {
		if f.image == of {
			return f.name
		}
	}
	return ""
}

// write writes the images to a folder.
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

// materials writes a UsdPreviewSurface for each part of the bird.
func (f *usdFlock) materials(out *bufio.Writer) {
	fmt.Fprintf(out, "    def Scope \"Materials\"\n    {\n")
	for k := range f.model.Parts {
		f.material(out, k, &f.model.Parts[k])
	}
	fmt.Fprintf(out, "    }\n\n")
}

func materialName(k int) string { return fmt.Sprintf("bird_%02d", k) }

func (f *usdFlock) material(out *bufio.Writer, k int, p *lod.Part) {
	m, path := &p.Material, f.root+"/Materials/"+materialName(k)
	fmt.Fprintf(out, "        def Material \"%s\" (\n            displayName = %s\n        )\n        {\n", materialName(k), usdString(m.Name))
	fmt.Fprintf(out, "            token outputs:surface.connect = <%s/Surface.outputs:surface>\n\n", path)
	fmt.Fprintf(out, "            def Shader \"Surface\"\n            {\n")
	fmt.Fprintf(out, "                uniform token info:id = \"UsdPreviewSurface\"\n")
	colour := "diffuseColor"
	if m.Unlit {
		colour = "emissiveColor"
		fmt.Fprintf(out, "                color3f inputs:diffuseColor = (0, 0, 0)\n")
	}
	switch {
	case m.Texture != nil:
		fmt.Fprintf(out, "                color3f inputs:%s.connect = <%s/Texture.outputs:rgb>\n", colour, path)
	case len(p.Colours) > 0:
		fmt.Fprintf(out, "                color3f inputs:%s.connect = <%s/Colour.outputs:result>\n", colour, path)
	default:
		fmt.Fprintf(out, "                color3f inputs:%s = %s\n", colour, tuple(m.BaseColour[:3], 5))
	}
	if m.Blend || m.AlphaCutoff > 0 {
		if m.Texture != nil {
			fmt.Fprintf(out, "                float inputs:opacity.connect = <%s/Texture.outputs:a>\n", path)
		} else {
			fmt.Fprintf(out, "                float inputs:opacity = %s\n", number5(m.BaseColour[3]))
		}
		if m.AlphaCutoff > 0 {
			fmt.Fprintf(out, "                float inputs:opacityThreshold = %s\n", number5(m.AlphaCutoff))
		}
	}
	fmt.Fprintf(out, "                float inputs:roughness = 0.8\n                token outputs:surface\n            }\n")
	if m.Texture != nil {
		f.texture(out, path, m)
	} else if len(p.Colours) > 0 {
		primvarReader(out, "Colour", "float3", "displayColor")
	}
	fmt.Fprintf(out, "        }\n")
}

// texture writes the shaders that read a material's texture.
func (f *usdFlock) texture(out *bufio.Writer, path string, m *gltf.Material) {
	wraps := [...]string{gltf.Repeat: "repeat", gltf.Mirror: "mirror", gltf.Clamp: "clamp"}
	fmt.Fprintf(out, "\n            def Shader \"Texture\"\n            {\n")
	fmt.Fprintf(out, "                uniform token info:id = \"UsdUVTexture\"\n")
	fmt.Fprintf(out, "                asset inputs:file = %s\n", usdAsset(f.textures.folder+"/"+f.textures.name(m.Texture.Image)))
	fmt.Fprintf(out, "                float4 inputs:scale = %s\n", tuple(m.BaseColour[:], 5))
	fmt.Fprintf(out, "                token inputs:sourceColorSpace = \"sRGB\"\n")
	fmt.Fprintf(out, "                float2 inputs:st.connect = <%s/UV.outputs:result>\n", path)
	fmt.Fprintf(out, "                token inputs:wrapS = \"%s\"\n", wraps[m.Texture.WrapS])
	fmt.Fprintf(out, "                token inputs:wrapT = \"%s\"\n", wraps[m.Texture.WrapT])
	fmt.Fprintf(out, "                float outputs:a\n                float3 outputs:rgb\n            }\n")
	primvarReader(out, "UV", "float2", "st")
}

func primvarReader(out *bufio.Writer, name, kind, primvar string) {
	fmt.Fprintf(out, "\n            def Shader \"%s\"\n            {\n", name)
	fmt.Fprintf(out, "                uniform token info:id = \"UsdPrimvarReader_%s\"\n", kind)
	fmt.Fprintf(out, "                string inputs:varname = \"%s\"\n", primvar)
	fmt.Fprintf(out, "                %s outputs:result\n            }\n", kind)
}

// usdAsset returns the quoted path of a file.
func usdAsset(path string) string {
	mark := "@"
	for _, c := range path {
		if c == '@' {
			mark = "@@@"
		}
	}
	return mark + path + mark
}

// prototypes writes the poses, one prim each, at the scene's wingspan.
func (f *usdFlock) prototypes(out *bufio.Writer, specifier string) {
	bird := f.model
	fmt.Fprintf(out, "        %s \"Prototypes\"\n        {\n", specifier)
	for k := range bird.Poses {
		fmt.Fprintf(out, "            def Xform \"%s\"\n            {\n", poseName(k))
		for i := range bird.Parts {
			f.mesh(out, i, &bird.Parts[i], k)
		}
		fmt.Fprintf(out, "            }\n")
	}
	fmt.Fprintf(out, "        }\n\n")
}

// mesh writes a part of the bird in one pose.
func (f *usdFlock) mesh(out *bufio.Writer, i int, p *lod.Part, pose int) {
	n, span := p.Vertices(f.model.Poses), f.span
	points := make([]mgl32.Vec3, n)
	for k, at := range p.Positions[pose*n : (pose+1)*n] {
		points[k] = at.Mul(span)
	}
	low, high := box(points)
	const in = "                "
	fmt.Fprintf(out, "%sdef Mesh \"part_%02d\" (\n%s    prepend apiSchemas = [\"MaterialBindingAPI\"]\n%s)\n%s{\n", in, i, in, in, in)
	double := 0
	if p.Material.DoubleSided {
		double = 1
	}
	fmt.Fprintf(out, "%s    uniform bool doubleSided = %d\n", in, double)
	fmt.Fprintf(out, "%s    float3[] extent = [%s, %s]\n", in, tuple(low[:], 6), tuple(high[:], 6))
	fmt.Fprintf(out, "%s    int[] faceVertexCounts = [", in)
	list(out, len(p.Indices)/3, func(row []byte, k int) []byte { return append(row, '3') })
	fmt.Fprintf(out, "]\n%s    int[] faceVertexIndices = [", in)
	list(out, len(p.Indices), func(row []byte, k int) []byte { return strconv.AppendUint(row, uint64(p.Indices[k]), 10) })
	fmt.Fprintf(out, "]\n%s    rel material:binding = <%s/Materials/%s>\n%s    normal3f[] normals = [", in, f.root, materialName(i), in)
	normals := p.Normals[pose*n : (pose+1)*n]
	list(out, n, func(row []byte, k int) []byte { return appendTuple(row, normals[k][:], 4) })
	fmt.Fprintf(out, "] (\n%s        interpolation = \"vertex\"\n%s    )\n%s    point3f[] points = [", in, in, in)
	list(out, n, func(row []byte, k int) []byte { return appendTuple(row, points[k][:], 6) })
	fmt.Fprintf(out, "]\n")
	f.primvars(out, p, in)
	fmt.Fprintf(out, "%s    uniform token subdivisionScheme = \"none\"\n%s}\n", in, in)
}

// primvars writes a part's colours and texture coordinates. In USD, V runs upwards.
func (f *usdFlock) primvars(out *bufio.Writer, p *lod.Part, in string) {
	vertexwise := fmt.Sprintf("] (\n%s        interpolation = \"vertex\"\n%s    )\n", in, in)
	if len(p.Colours) > 0 {
		fmt.Fprintf(out, "%s    color3f[] primvars:displayColor = [", in)
		base := p.Material.BaseColour
		list(out, len(p.Colours), func(row []byte, k int) []byte {
			c := p.Colours[k]
			return appendTuple(row, []float32{c[0] * base[0], c[1] * base[1], c[2] * base[2]}, 4)
		})
		out.WriteString(vertexwise)
	}
	if len(p.UV) > 0 {
		fmt.Fprintf(out, "%s    texCoord2f[] primvars:st = [", in)
		list(out, len(p.UV), func(row []byte, k int) []byte {
			return appendTuple(row, []float32{p.UV[k][0], 1 - p.UV[k][1]}, 6)
		})
		out.WriteString(vertexwise)
	}
}

// box returns the corners of the box around points.
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

// list writes n values, separated by commas.
func list(out *bufio.Writer, n int, add func(row []byte, k int) []byte) {
	var row []byte
	for k := range n {
		row = row[:0]
		if k > 0 {
			row = append(row, ", "...)
		}
		out.Write(add(row, k)) // Flush returns the error
	}
}

func appendTuple(row []byte, v []float32, digits int) []byte {
	row = append(row, '(')
	for k, x := range v {
		if k > 0 {
			row = append(row, ", "...)
		}
		row = strconv.AppendFloat(row, float64(x), 'g', digits, 32)
	}
	return append(row, ')')
}

func tuple(v []float32, digits int) string { return string(appendTuple(nil, v, digits)) }

func number5(x float32) string { return strconv.FormatFloat(float64(x), 'g', 5, 32) }
