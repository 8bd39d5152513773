package export

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/recording"
	"skein/models"
)

const unlikeCount = 120

// unlikePlace returns the position of a bird of unlikeRecording. The x coordinate is the id.
func unlikePlace(id int) mgl32.Vec3 { return mgl32.Vec3{float32(id), 20, 0} }

func unlikeRecording(t *testing.T) *recording.Reader {
	t.Helper()
	return newRecordingOf(t, recording.Meta{
		TickRate: 60, FPS: 30, TOML: []byte("version = 1\n"), Flock: recording.Flock{Species: "kites", Model: "hartman", Count: unlikeCount},
	}, 2, func(frame int, s *flock.Snapshot) []flock.Event {
		var all []Boid
		for id := range unlikeCount {
			all = append(all, Boid{Pos: unlikePlace(id), Vel: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0}})
		}
		setBoids(s, all...)
		return nil
	})
}

// unlikeModels returns a mix with three kites for each gull. The models have at most the given number of
// poses.
func unlikeModels(poses int) []models.Mix {
	other := kite()
	other.Name = "gull.glb"
	mix := models.Mix{Birds: []*models.Baked{kite(), other}, Shares: models.Shares{3, 1}}
	for _, b := range mix.Birds {
		b.Poses = min(b.Poses, poses)
	}
	return []models.Mix{mix}
}

// If birds of a flock have different models, each file has each model once, and each bird has the same model
// in all formats.
func TestDifferentModelsInOneFlock(t *testing.T) {
	r := unlikeRecording(t)
	want := unlikeUSD(t, r)
	if n := len(want["gull"]); n < unlikeCount/4-2 || n > unlikeCount/4+2 || n+len(want["kite"]) != unlikeCount {
		t.Errorf("%d gulls and %d kites, want 1 to 3", n, len(want["kite"]))
	}
	for name, got := range map[string]map[string][]int{"glb": unlikeGLB(t, r), "blender": unlikeBlender(t, r), "godot": unlikeGodot(t, r)} {
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: the birds by model are %v, want %v", name, got, want)
		}
	}
}

func unlikeID(t *testing.T, times []float64) int {
	t.Helper()
	id := int(math.Round(times[0]))
	for k, x := range unlikePlace(id) {
		if math.Abs(times[k]-float64(x)) > 1e-3 {
			t.Fatalf("a bird stands at %v", times)
		}
	}
	return id
}

func unlikeUSD(t *testing.T, r *recording.Reader) map[string][]int {
	layer := readUSDFile(t, exportUSD(t, r, "run.usda", Options{Birds: unlikeModels(testPoses)}))
	all := map[string][]int{}
	for _, model := range []string{"kite", "gull"} {
		family := layer.at(t, "Flock/kites_"+model)
		family.at(t, "Birds/Prototypes/bird_00/part_00")
		birds := family.at(t, "Birds")
		places := birds.samples(t, "point3f[] positions").linear(1)
		for k, id := range floats(t, birds.value(t, "int64[] ids")) {
			if got := unlikeID(t, places[3*k:3*k+3]); got != int(id) {
				t.Errorf("bird %g stands at the place of bird %d", id, got)
			}
			all[model] = append(all[model], int(id))
		}
	}
	return all
}

func unlikeGLB(t *testing.T, r *recording.Reader) map[string][]int {
	p := playGLB(t, r, Options{Birds: unlikeModels(1)})
	if len(p.doc.Meshes) != 2 {
		t.Errorf("the .glb has %d meshes, want one for each model", len(p.doc.Meshes))
	}
	all := map[string][]int{}
	for _, n := range p.doc.Nodes {
		if n.Mesh != nil {
			model := p.doc.Meshes[*n.Mesh].Name
			all[model] = append(all[model], unlikeID(t, n.Translation[:]))
		}
	}
	return all
}

func unlikeBlender(t *testing.T, r *recording.Reader) map[string][]int {
	stage := &Stage{View: func(*Frame) (View, error) { return View{Rotation: mgl32.QuatIdent(), Hide: -1}, nil }}
	dir := exportForBlender(t, r, Options{Birds: unlikeModels(testPoses), Stage: stage})
	text, err := os.ReadFile(filepath.Join(dir, "scene.json"))
	if err != nil {
		t.Fatal(err)
	}
	var about struct {
		Flocks []struct {
			Prefix, Bird string
			IDs          []int
		}
	}
	if err := json.Unmarshal(text, &about); err != nil {
		t.Fatal(err)
	}
	all := map[string][]int{}
	for _, f := range about.Flocks {
		motion := points(t, filepath.Join(dir, f.Prefix+"motion.pc2"))
		for k, id := range f.IDs {
			if x := motion[0][k][0]; math.Abs(float64(x)-float64(id)) > 1e-3 {
				t.Errorf("blender: bird %d has x = %g", id, x)
			}
		}
		all[f.Bird] = f.IDs
	}
	return all
}

func unlikeGodot(t *testing.T, r *recording.Reader) map[string][]int {
	e := exportEngine(t, "godot", r, Options{Birds: unlikeModels(testPoses)})
	all := map[string][]int{}
	for k, f := range e.about.Flocks {
		model := strings.TrimPrefix(f.Species, "kites ")
		for _, b := range e.cache(k)[0] {
			all[model] = append(all[model], unlikeID(t, b[:3]))
		}
		if !slices.Equal(all[model], f.IDs) {
			t.Errorf("godot: the birds %v have the ids %v", all[model], f.IDs)
		}
	}
	return all
}
