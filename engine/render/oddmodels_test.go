//go:build cgo

package render

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/models"
	"skein/models/check/samples"
	"skein/models/gltf"
)

// document returns the text of a .gltf file with triangles without normals. Each primitive has its own
// material and a morph target that raises the outer vertices.
func document(primitives ...[]mgl32.Vec3) string {
	var data []byte
	var views, accessors, meshes, materials []string
	list := func(kind string, width int, numbers ...float32) int {
		from := len(data)
		for _, v := range numbers {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
		views = append(views, fmt.Sprintf(`{"buffer":0,"byteOffset":%d,"byteLength":%d}`, from, len(data)-from))
		accessors = append(accessors, fmt.Sprintf(`{"bufferView":%d,"componentType":5126,"count":%d,"type":"%s"}`, len(views)-1, len(numbers)/width, kind))
		return len(accessors) - 1
	}
	for i, corners := range primitives {
		var at, lifts []float32
		for _, c := range corners {
			at, lifts = append(at, c[:]...), append(lifts, 0, max(c[0], -c[0])/2, 0)
		}
		meshes = append(meshes, fmt.Sprintf(`{"attributes":{"POSITION":%d},"material":%d,"targets":[{"POSITION":%d}]}`, list("VEC3", 3, at...), i, list("VEC3", 3, lifts...)))
		materials = append(materials, fmt.Sprintf(`{"doubleSided":%v,"alphaMode":"%s"}`, i%2 == 0, []string{"OPAQUE", "MASK", "BLEND"}[i%3]))
	}
	times, weights := list("SCALAR", 1, 0, 1, 2, 3, 4), list("SCALAR", 1, 0, 1, 0, -1, 0)
	return fmt.Sprintf(`{"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[%s]}],"materials":[%s],
"animations":[{"channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}],"samplers":[{"input":%d,"output":%d}]}],
"bufferViews":[%s],"accessors":[%s],"buffers":[{"byteLength":%d,"uri":"data:;base64,%s"}]}`,
		strings.Join(meshes, ","), strings.Join(materials, ","), times, weights, strings.Join(views, ","),
		strings.Join(accessors, ","), len(data), base64.StdEncoding.EncodeToString(data))
}

func oddModels() map[string]string {
	wing := []mgl32.Vec3{{-1, 0, 0}, {1, 0, 0}, {0, 0, 1}}
	point := make([]mgl32.Vec3, 300)
	var many, line [][]mgl32.Vec3
	for i := range 200 {
		x := float32(i)/100 - 1
		many = append(many, []mgl32.Vec3{{x, 0, 0}, {x + 0.02, 0, 0}, {x, 0, 0.3}})
		line = append(line, []mgl32.Vec3{{x, 0, 0}, {x + 0.01, 0, 0}, {x + 0.02, 0, 0}})
	}
	out := map[string]string{
		"one triangle":            document(wing),
		"two hundred materials":   document(many...),
		"no area":                 document(line...),
		"a part that is a point":  document(wing, point),
		"a part far off":          document(wing, []mgl32.Vec3{{1e5, 0, 0}, {1e5, 1, 0}, {1e5, 0, 1}}),
		"twice the same triangle": document(append(wing, wing...), wing),
	}
	for seed := range uint64(16) {
		out[fmt.Sprintf("sample %d", seed)] = string(samples.New(seed).GLB)
	}
	return out
}

func TestOddModelsAreDrawn(t *testing.T) {
	r := renderer(t, 1)
	dir := t.TempDir()
	for name, file := range oddModels() {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := os.WriteFile(path, []byte(file), 0o644); err != nil {
			t.Fatal(err)
		}
		m, err := gltf.Load(path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		b, err := models.Bake(m, models.BakeOptions{})
		if err != nil {
			t.Logf("%s: %v", name, err)
			continue
		}
		if err := r.SetBirds(b); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var birds []frame.Bird
		for k := range 40 {
			bird := redAt(0, 10, -float32(math.Pow(1.2, float64(k))))
			bird.Phase = float32(k) / 7
			birds = append(birds, bird)
		}
		shoot(t, r, testFrame(birds...))
		if code := gl.GetError(); code != gl.NO_ERROR {
			t.Errorf("%s: OpenGL error %#x", name, code)
		}
	}
}

func TestBacksAreCulled(t *testing.T) {
	r := renderer(t, 1)
	empty := shoot(t, r, testFrame())
	for _, mode := range []gltf.Material{{}, {AlphaCutoff: 0.5}, {Blend: true}} {
		for _, double := range []bool{false, true} {
			for _, turned := range []bool{false, true} {
				b := testbird.Plate(1)
				mode.BaseColour, mode.DoubleSided = mgl32.Vec4{1, 1, 1, 1}, double
				b.Parts[0].Material = mode
				if err := r.SetBirds(b); err != nil {
					t.Fatal(err)
				}
				bird := redAt(0, 10, -10)
				if turned {
					bird.Rotation = mgl32.QuatRotate(math.Pi, mgl32.Vec3{0, 1, 0})
				}
				drawn := distance(shoot(t, r, testFrame(bird)).NRGBAAt(100, 50), empty.NRGBAAt(100, 50)) > 5
				if want := double || !turned; drawn != want {
					t.Errorf("%+v turned round %v: the part is drawn: %v, want the opposite", mode, turned, drawn)
				}
			}
		}
	}
}
