package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/parquet-go/parquet-go"
	"github.com/qmuntal/gltf"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario/testscene"
	"skein/models"
)

const huntScene = `version = 1
species = "sparrow"
[params]
count = 2
wingspan = 0.3
[[flock]]
species = "sea-hawk"
[flock.params]
count = 2
wingspan = 1.2
`

// huntRecording returns six frames. Two sparrows, three from the fourth frame on, fly along X. Two hawks fly
// along Z, with twice the wingspan from the fifth frame on.
func huntRecording(t *testing.T) *recording.Reader {
	t.Helper()
	edit := func(frame, number int, key string, value any) []flock.Event {
		p := model.With(testscene.Def("murmuration").Params, "count", 2, "wingspan", 0.3, key, value)
		return []flock.Event{{Tick: int64(2*frame - 1), Kind: flock.ParamsChanged, Boid: -1, Flock: number, Params: &p}}
	}
	return newRecordingOf(t, recording.Meta{
		TickRate: 60, FPS: 30, TOML: []byte(huntScene),
		Flock:  recording.Flock{Species: "sparrow", Model: "hartman", Count: 2},
		Others: []recording.Flock{{Species: "sea-hawk", Model: "hartman", Count: 2}},
	}, 6, func(frame int, s *flock.Snapshot) (events []flock.Event) {
		sparrows := 2
		if frame >= 3 {
			sparrows = 3
		}
		var all []Boid
		for i := range sparrows {
			all = append(all, sparrow(frame, i))
		}
		for i := range 2 {
			all = append(all, hawk(frame, i))
		}
		setBoids(s, all...)
		s.Counts = []int{sparrows, 2}
		switch frame {
		case 3:
			events = edit(frame, 0, "count", 3)
		case 4:
			events = edit(frame, 1, "wingspan", 2.4)
		}
		return events
	})
}

func sparrow(frame, i int) Boid {
	return Boid{Pos: mgl32.Vec3{float32(frame), float32(i + 1), 0}, Vel: mgl32.Vec3{30, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
}

func hawk(frame, i int) Boid {
	return Boid{Pos: mgl32.Vec3{0, float32(i + 51), float32(frame)}, Vel: mgl32.Vec3{0, 0, 30}, Up: mgl32.Vec3{0, 1, 0}}
}

// huntModels returns a bird model for each of the two flocks. The hawks' model has its own image.
func huntModels() []models.Mix {
	other := kite()
	other.Name = "gull"
	return []models.Mix{models.Only(kite()), models.Only(other)}
}

// Each row has its boid's species, and a bird has the same id in every frame while the number of sparrows
// changes.
func TestSpeciesOfRows(t *testing.T) {
	for _, o := range []Options{{}, {FPS: Whole(60)}, {Boids: []Range{{2, 4, 1}}}} {
		text, err := exportCSV(t, huntRecording(t), o)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSource(huntRecording(t), o)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := Parquet(context.Background(), &file, s); err != nil {
			t.Fatal(err)
		}
		typed, err := parquet.Read[tableRow](bytes.NewReader(file.Bytes()), int64(file.Len()))
		if err != nil || len(typed) != len(rows)-1 {
			t.Fatalf("%d rows, %v", len(typed), err)
		}
		seen := map[string]int{}
		for k, row := range rows[1:] {
			v := parseRow(t, row)
			seen[row[16]+row[2]]++
			height, at := v.Floats[1], float32(v.Time*30) // position along the path, by the time
			want := mgl32.Vec3{at, height, 0}
			id, species := int(height)-1, "sparrow"
			if height > 50 {
				want, id, species = mgl32.Vec3{0, height, at}, 3+int(height)-51, "sea-hawk"
			}
			if v.ID != id || v.Species != species || typed[k].Species != species || typed[k].ID != int32(id) {
				t.Errorf("%+v: the row is boid %d, a %s at %g m, but in Parquet %+v", o, v.ID, v.Species, height, typed[k])
			}
			if d := mgl32.Vec3(v.Floats[:3]).Sub(want).Len(); d > 1e-4 {
				t.Errorf("%+v: frame %d, %s %d is %g m from its place", o, v.Frame, v.Species, v.ID, d)
			}
		}
		want := map[string]int{"sparrow0": 6, "sparrow1": 6, "sparrow2": 3, "sea-hawk3": 6, "sea-hawk4": 6}
		if o.FPS != (Rate{}) {
			want = map[string]int{"sparrow0": 11, "sparrow1": 11, "sparrow2": 5, "sea-hawk3": 11, "sea-hawk4": 11}
		} else if o.Boids != nil {
			want = map[string]int{"sparrow2": 3, "sea-hawk3": 6, "sea-hawk4": 6}
		}
		if !reflect.DeepEqual(seen, want) {
			t.Errorf("%+v: the rows per bird are %v, want %v", o, seen, want)
		}
	}
}

func TestUSDSpecies(t *testing.T) {
	for _, prims := range []bool{false, true} {
		path := exportUSD(t, huntRecording(t), "run.usda", Options{Birds: huntModels(), Prims: prims})
		layer := readUSDFile(t, path)
		for _, c := range []struct {
			prim, species string
			ids           []int
			wide          []float64 // wingspan in each frame
			at            func(frame, i int) Boid
		}{
			{"sparrow", "sparrow", []int{0, 1, 2}, []float64{0.3, 0.3, 0.3, 0.3, 0.3, 0.3}, sparrow},
			{"sea_hawk", "sea-hawk", []int{3, 4}, []float64{1.2, 1.2, 1.2, 1.2, 2.4, 2.4}, hawk},
		} {
			family := layer.at(t, "Flock/"+c.prim)
			if got := family.value(t, "custom string skein:species"); got != `"`+c.species+`"` {
				t.Errorf("the prim %s has the species %s, want its own", c.prim, got)
			}
			poses := "Birds/Prototypes"
			if prims {
				poses = "Prototypes"
			}
			wing := family.at(t, poses+"/bird_00/part_00")
			if bound := wing.value(t, "rel material:binding"); bound != "</Flock/"+c.prim+"/Materials/bird_00>" {
				t.Errorf("%s: the wing has the material %s, want its own", c.prim, bound)
			}
			file := strings.Trim(family.at(t, "Materials/bird_00/Texture").value(t, "asset inputs:file"), "@")
			if filepath.Base(file) != c.prim+"_00.png" {
				t.Errorf("%s has the texture %s, want its own", c.prim, file)
			}
			decodePNG(t, filepath.Join(filepath.Dir(path), file))
			width := 2 * floats(t, family.at(t, poses+"/bird_00/part_01").value(t, "point3f[] points"))[3]
			for frame := range 6 {
				scale := 1.0
				for k, id := range c.ids {
					got, shown := usdPlace(t, family, prims, k, id, frame, &scale)
					if there := id != 2 || frame >= 3; there != shown {
						t.Errorf("frame %d: %s %d is visible: %v, want the opposite", frame+1, c.species, id, shown)
					} else if want := c.at(frame, k).Pos; shown && (got[0] != float64(want[0]) || got[1] != float64(want[1]) || got[2] != float64(want[2])) {
						t.Errorf("frame %d: %s %d is at %v, want %v", frame+1, c.species, id, got, want)
					}
				}
				if math.Abs(width*scale-c.wide[frame]) > 1e-5 {
					t.Errorf("frame %d: %s is %g m wide, want %g", frame+1, c.species, width*scale, c.wide[frame])
				}
			}
		}
	}
}

// usdPlace returns the position of a bird in a frame, from 0, and whether it is visible. It stores the bird's
// scale in scale. The parameter k is the bird's index in the flock.
func usdPlace(t *testing.T, family *prim, prims bool, k, id, frame int, scale *float64) (times []float64, shown bool) {
	t.Helper()
	time := float64(frame + 1)
	if prims {
		bird := family.at(t, fmt.Sprintf("Birds/bird_%05d", id))
		if _, sized := bird.properties["float3 xformOp:scale.timeSamples"]; sized {
			*scale = bird.samples(t, "float3 xformOp:scale").linear(time)[0]
		}
		seen := bird.properties["token visibility.timeSamples"]
		return bird.samples(t, "double3 xformOp:translate").linear(time), !strings.Contains(seen, fmt.Sprintf(`%d: "invisible"`, frame+1))
	}
	birds := family.at(t, "Birds")
	if ids := floats(t, birds.value(t, "int64[] ids")); ids[k] != float64(id) {
		t.Fatalf("%s has ids %v", family.name, ids)
	}
	if _, sized := birds.properties["float3[] scales.timeSamples"]; sized {
		*scale = birds.samples(t, "float3[] scales").linear(time)[3*k]
	}
	shown = true
	if _, some := birds.properties["int64[] invisibleIds.timeSamples"]; some {
		for _, gone := range birds.samples(t, "int64[] invisibleIds").values[frame] {
			shown = shown && gone != float64(id)
		}
	}
	return birds.samples(t, "point3f[] positions").linear(time)[3*k : 3*k+3], shown
}

// Neither a flock without exported boids nor its textures are in the layer.
func TestUSDOfOneSpecies(t *testing.T) {
	path := exportUSD(t, huntRecording(t), "run.usda", Options{Birds: huntModels(), Boids: []Range{{3, 4, 1}}})
	flocks := readUSDFile(t, path).at(t, "Flock").children
	if len(flocks) != 1 || flocks[0].name != "sea_hawk" {
		t.Errorf("%d flocks", len(flocks))
	}
	remaining, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "run_textures", "*"))
	if len(remaining) != 1 || filepath.Base(remaining[0]) != "sea_hawk_00.png" {
		t.Errorf("textures %v", remaining)
	}
}

// In glTF, birds are named after their species, and share a mesh below its node.
func TestGLBSpecies(t *testing.T) {
	birds := huntModels()
	for _, b := range models.AllBirds(birds) {
		b.Poses = 1
	}
	p := playGLB(t, huntRecording(t), Options{Birds: birds})
	for _, c := range []struct {
		species string
		ids     []int
		wide    [6]float32
		at      func(frame, i int) Boid
	}{
		{"sparrow", []int{0, 1, 2}, [6]float32{0.3, 0.3, 0.3, 0.3, 0.3, 0.3}, sparrow},
		{"sea_hawk", []int{3, 4}, [6]float32{1.2, 1.2, 1.2, 1.2, 2.4, 2.4}, hawk},
	} {
		family := p.doc.Nodes[p.nodes[c.species]]
		if len(family.Children) != len(c.ids) {
			t.Errorf("%s has %d nodes, want one per bird", c.species, len(family.Children))
		}
		for k, id := range c.ids {
			name := fmt.Sprintf("%s_%04d", c.species, id)
			if family.Children[k] != p.nodes[name] {
				t.Errorf("the node %s is not a child of %s", name, c.species)
			}
			mesh := p.doc.Meshes[*p.doc.Nodes[p.nodes[name]].Mesh]
			points := p.floats(mesh.Primitives[0].Attributes[gltf.POSITION])
			for frame := range 6 {
				size := float32(1)
				if times, _, _ := p.track(name, gltf.TRSScale); times != nil {
					size = p.at(name, gltf.TRSScale, float32(frame)/30+1e-3)[0]
				}
				if id == 2 && frame < 3 {
					if size != 0 {
						t.Errorf("frame %d: the absent bird %s is visible", frame+1, name)
					}
					continue
				}
				if wide := size * (points[1][0] - points[2][0]); math.Abs(float64(wide-c.wide[frame])) > 1e-5 {
					t.Errorf("frame %d: %s is %g m wide, want %g", frame+1, name, wide, c.wide[frame])
				}
				if d := vector(p.at(name, gltf.TRSTranslation, float32(frame)/30)).Sub(c.at(frame, k).Pos).Len(); d > 1e-4 {
					t.Errorf("frame %d: %s is %g m from its place", frame+1, name, d)
				}
			}
		}
	}
	if root := p.doc.Nodes[0]; root.Name != "flock" || len(root.Children) != 2 {
		t.Errorf("the root is %+v, want flock with two children", root)
	}
}

// Each flock has its own files, and the boid whose eyes the camera has, by its recorded id, is hidden.
func TestBlenderSpecies(t *testing.T) {
	stage := &Stage{View: func(f *Frame) (View, error) { return View{Rotation: mgl32.QuatIdent(), Hide: 2}, nil }}
	dir := exportForBlender(t, huntRecording(t), Options{Birds: huntModels(), Stage: stage})
	text, err := os.ReadFile(filepath.Join(dir, "scene.json"))
	if err != nil {
		t.Fatal(err)
	}
	var about struct {
		Bird   *string
		Flocks []struct {
			Species, Prefix, Bird string
			Poses                 int
			IDs                   []int
			Sizes                 [][2]float32
		}
	}
	if err := json.Unmarshal(text, &about); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(about.Bird, about.Flocks); got != "<nil> [{sparrow sparrow_ kite 4 [0 1 2] []} {sea-hawk sea_hawk_ gull 4 [3 4] [[5 2]]}]" {
		t.Errorf("scene.json has the flocks %s, want both with their birds", got)
	}
	for k, at := range []func(frame, i int) Boid{sparrow, hawk} {
		own := about.Flocks[k]
		n := len(own.IDs)
		motion, wings := points(t, filepath.Join(dir, own.Prefix+"motion.pc2")), points(t, filepath.Join(dir, own.Prefix+"wings.pc2"))
		for frame := range 6 {
			for i, id := range own.IDs {
				flags := int(wings[frame][n+i/3][i%3])
				gone := id == 2 || id == 3 && frame < 3 // the third recorded boid is a hawk at first, then a sparrow
				if flags&2 != 0 != gone {
					t.Errorf("frame %d: %s %d has the flags %d, want the absent bit only while it is absent", frame+1, own.Species, id, flags)
				}
				if want := at(frame, i).Pos; (id != 2 || frame >= 3) && motion[frame][i] != (mgl32.Vec3{want[0], -want[2], want[1]}) {
					t.Errorf("frame %d: %s %d is at %v, want %v in skein's axes", frame+1, own.Species, id, motion[frame][i], want)
				}
			}
		}
		if info, err := os.Stat(filepath.Join(dir, own.Prefix+"bird.f32")); err != nil || info.Size() == 0 {
			t.Errorf("%s has no poses: %v", own.Species, err)
		}
	}
}

func TestBirdsOfSpecies(t *testing.T) {
	for _, name := range []string{"usda", "usdz", "glb", "blender"} {
		f, err := FormatOf(name, "")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "run."+name)
		err = f.Write(context.Background(), path, huntRecording(t), Options{Birds: oneBird(kite())})
		if err == nil || err.Error() != "1 bird models for 2 flocks: give one for each flock" {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: a file was written although the export failed", name)
		}
	}
}

func TestSpeciesNames(t *testing.T) {
	s := &Source{flocks: []sourceFlock{{species: "a-b"}, {species: "a_b"}, {species: "3d"}, {species: "flock"}}}
	if got := s.names("flock"); !reflect.DeepEqual(got, []string{"a_b", "a_b_2", "_3d", "flock_2"}) {
		t.Errorf("names %v", got)
	}
	rows, err := csv.NewReader(strings.NewReader("1," + csvText(`a "b", c`) + "\n")).ReadAll()
	if err != nil || rows[0][1] != `a "b", c` {
		t.Errorf("%v, %v", rows, err)
	}
}

// A flock without a species has the name of its bird model as species, unless spheres are drawn or another
// flock has this name.
func TestSpeciesIsTheBird(t *testing.T) {
	for _, c := range []struct {
		scene, bird, other, want string
	}{
		{"version = 1\n", "", "", "starling"},
		{"version = 1\n", "birds/Owl.glb", "", "Owl"},
		{"version = 1\n", `birds\Owl.glb`, "", "Owl"},
		{"version = 1\n[show]\nstyle = \"spheres\"\n", "", "", "boid"},
		{"version = 1\n\n[[flock]]\nspecies = \"starling\"\n", "", "starling", "boid"},
		{"", "", "", "boid"},
	} {
		m := recording.Meta{TickRate: 60, FPS: 30, TOML: []byte(c.scene), Flock: recording.Flock{Model: "hartman", Count: 1, Bird: c.bird}}
		counts := []int{1}
		boids := []Boid{sparrow(0, 0)}
		if c.other != "" {
			m.Others = []recording.Flock{{Species: c.other, Model: "hartman", Count: 1}}
			counts, boids = append(counts, 1), append(boids, hawk(0, 0))
		}
		s, err := NewSource(newRecordingOf(t, m, 2, func(_ int, s *flock.Snapshot) []flock.Event {
			setBoids(s, boids...)
			s.Counts = counts
			return nil
		}), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Species(0); got != c.want {
			t.Errorf("with the scene %q and the bird %q the species is %q, want %q", c.scene, c.bird, got, c.want)
		}
	}
}
