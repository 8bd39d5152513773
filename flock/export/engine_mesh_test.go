package export

import (
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	modelgltf "skein/models/gltf"
)

type engineMesh struct {
	positions, normals [][3]float32
	uv, places         [][2]float32
	colours            [][4]float32
	indices            []uint32
}

func (e *engineFolder) mesh(name string) []engineMesh {
	e.t.Helper()
	if filepath.Ext(name) == ".dae" {
		return e.collada(name)
	}
	return e.gltf(name)
}

func (e *engineFolder) gltf(name string) (all []engineMesh) {
	e.t.Helper()
	doc, err := gltf.Open(filepath.Join(e.dir, name))
	if err != nil {
		e.t.Fatal(err)
	}
	for _, p := range doc.Meshes[0].Primitives {
		places, err := modeler.ReadTextureCoord(doc, doc.Accessors[p.Attributes[gltf.TEXCOORD_1]], nil)
		if err != nil {
			e.t.Fatal(err)
		}
		positions, err := modeler.ReadPosition(doc, doc.Accessors[p.Attributes[gltf.POSITION]], nil)
		if err != nil {
			e.t.Fatal(err)
		}
		indices, err := modeler.ReadIndices(doc, doc.Accessors[*p.Indices], nil)
		if err != nil {
			e.t.Fatal(err)
		}
		all = append(all, engineMesh{places: places, positions: positions, indices: indices})
	}
	return all
}

type colladaIn struct {
	Semantic string `xml:"semantic,attr"`
	Source   string `xml:"source,attr"`
	Offset   int    `xml:"offset,attr"`
	Set      int    `xml:"set,attr"`
}

// collada reads the mesh of a COLLADA file, by the names and links of COLLADA 1.4.1.
func (e *engineFolder) collada(name string) (all []engineMesh) {
	e.t.Helper()
	text, err := os.ReadFile(filepath.Join(e.dir, name))
	if err != nil {
		e.t.Fatal(err)
	}
	var doc struct {
		Up   string `xml:"asset>up_axis"`
		Unit struct {
			Meter float64 `xml:"meter,attr"`
		} `xml:"asset>unit"`
		Mesh struct {
			Sources []struct {
				ID     string `xml:"id,attr"`
				Floats struct {
					ID    string `xml:"id,attr"`
					Count int    `xml:"count,attr"`
					Text  string `xml:",chardata"`
				} `xml:"float_array"`
				Accessor struct {
					Source string `xml:"source,attr"`
					Count  int    `xml:"count,attr"`
					Stride int    `xml:"stride,attr"`
				} `xml:"technique_common>accessor"`
			} `xml:"source"`
			Vertices struct {
				ID    string    `xml:"id,attr"`
				Input colladaIn `xml:"input"`
			} `xml:"vertices"`
			Triangles []struct {
				Count  int         `xml:"count,attr"`
				Inputs []colladaIn `xml:"input"`
				P      string      `xml:"p"`
			} `xml:"triangles"`
		} `xml:"library_geometries>geometry>mesh"`
	}
	if err := xml.Unmarshal(text, &doc); err != nil {
		e.t.Fatal(err)
	}
	if doc.Up != "Y_UP" || doc.Unit.Meter != 1 {
		e.t.Fatalf("%s: up %s, unit %g m", name, doc.Up, doc.Unit.Meter)
	}
	vectors := map[string][][]float32{}
	for _, s := range doc.Mesh.Sources {
		numbers := strings.Fields(s.Floats.Text)
		if len(numbers) != s.Floats.Count || len(numbers) != s.Accessor.Count*s.Accessor.Stride || s.Accessor.Source != "#"+s.Floats.ID {
			e.t.Fatalf("%s: source %s has %d numbers", name, s.ID, len(numbers))
		}
		for len(numbers) > 0 {
			var v []float32
			for _, n := range numbers[:s.Accessor.Stride] {
				x, err := strconv.ParseFloat(n, 32)
				if err != nil {
					e.t.Fatal(err)
				}
				v = append(v, float32(x))
			}
			vectors["#"+s.ID], numbers = append(vectors["#"+s.ID], v), numbers[s.Accessor.Stride:]
		}
	}
	for _, t := range doc.Mesh.Triangles {
		var m engineMesh
		seen, words := map[int]uint32{}, strings.Fields(t.P)
		if len(words) != 3*t.Count {
			e.t.Fatalf("%s: %d indices for %d triangles", name, len(words), t.Count)
		}
		lowest := -1
		for _, word := range words {
			i, err := strconv.Atoi(word)
			if err != nil {
				e.t.Fatal(err)
			}
			if lowest < 0 || i < lowest {
				lowest = i
			}
			seen[i] = 0
		}
		for i := range len(seen) {
			at := func(semantic string, set int) []float32 {
				for _, in := range t.Inputs {
					if in.Offset != 0 {
						e.t.Fatalf("%s: offset %d", name, in.Offset)
					}
					if in.Semantic == "VERTEX" && in.Source == "#"+doc.Mesh.Vertices.ID {
						in = colladaIn{Semantic: doc.Mesh.Vertices.Input.Semantic, Source: doc.Mesh.Vertices.Input.Source}
					}
					if in.Semantic == semantic && in.Set == set {
						return vectors[in.Source][lowest+i]
					}
				}
				e.t.Fatalf("%s: no input %s", name, semantic)
				return nil
			}
			m.positions = append(m.positions, [3]float32(at("POSITION", 0)))
			m.normals = append(m.normals, [3]float32(at("NORMAL", 0)))
			m.uv = append(m.uv, [2]float32(at("TEXCOORD", 0)))
			m.places = append(m.places, [2]float32(at("TEXCOORD", 1)))
			m.colours = append(m.colours, [4]float32(at("COLOR", 0)))
		}
		for _, word := range words {
			i, _ := strconv.Atoi(word)
			m.indices = append(m.indices, uint32(i-lowest))
		}
		all = append(all, m)
	}
	return all
}

// A mesh for Unity has the bird's normals and colours, and texture coordinates with V from the bottom.
func TestUnityMesh(t *testing.T) {
	bird := birdWithStances(t)
	part := &bird.Parts[0]
	n := part.Vertices(bird.Poses)
	part.UV = nil
	for v := range n {
		part.UV = append(part.UV, mgl32.Vec2{float32(v) / 7, float32(v) / 3})
	}
	part.Material.Texture = &modelgltf.Texture{Image: checkered()}
	part.Material.AlphaCutoff = 0.25
	e := exportEngine(t, "unity", recordWorld(t, 2), Options{Birds: oneBird(bird)})
	mesh := e.mesh("bird.dae")[0]
	for v := range n {
		if d := mgl32.Vec3(mesh.normals[v]).Sub(part.Normals[v]).Len(); d > 1e-6 {
			t.Fatalf("normal %d is %g off", v, d)
		}
		if want := (mgl32.Vec2{float32(v) / 7, 1 - float32(v)/3}); mgl32.Vec2(mesh.uv[v]).Sub(want).Len() > 1e-5 {
			t.Fatalf("vertex %d has the texture coordinate %v, want %v", v, mesh.uv[v], want)
		}
		want := mgl32.Vec4{1, 1, 1, 1}
		if len(part.Colours) > 0 {
			want = part.Colours[v]
		}
		if mgl32.Vec4(mesh.colours[v]).Sub(want).Len() > 1e-6 {
			t.Fatalf("vertex %d has the colour %v, want %v", v, mesh.colours[v], want)
		}
	}
	m := e.about.Flocks[0].Materials
	if len(m) != len(e.mesh("bird.dae")) || m[0].Texture != "texture_0.png" || m[0].Cutoff != 0.25 || m[0].Colour != part.Material.BaseColour {
		t.Fatalf("materials %+v", m)
	}
	if got := readPNG(t, filepath.Join(e.dir, m[0].Texture)); got.At(1, 0) != checkered().At(1, 0) || got.Bounds() != checkered().Bounds() {
		t.Error("the texture differs")
	}
}

func checkered() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 3))
	img.SetNRGBA(1, 0, color.NRGBA{200, 100, 50, 255})
	return img
}

func readPNG(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}
