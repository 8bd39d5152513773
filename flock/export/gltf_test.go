package export

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario/testscene"
	"skein/models"
	"skein/models/lod"
)

var starling = sync.OnceValues(func() (*models.Baked, error) {
	m, err := models.Builtin("")
	if err != nil {
		return nil, err
	}
	return models.Bake(m, models.BakeOptions{})
})

func bakedBird(t *testing.T) *models.Baked {
	t.Helper()
	b, err := starling()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func oneBird(b *models.Baked) []models.Mix { return []models.Mix{models.Only(b)} }

// glbFile is a .glb file, read independently of the code that wrote it.
type glbFile struct {
	t     *testing.T
	doc   *gltf.Document
	nodes map[string]int
	read  map[int][][]float32
}

func playGLB(t *testing.T, r *recording.Reader, o Options) *glbFile {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.glb")
	f, err := FormatOf("", path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(context.Background(), path, r, o); err != nil {
		t.Fatal(err)
	}
	doc, err := gltf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	p := &glbFile{t: t, doc: doc, nodes: map[string]int{}, read: map[int][][]float32{}}
	for i, n := range doc.Nodes {
		p.nodes[n.Name] = i
	}
	if len(p.nodes) != len(doc.Nodes) {
		t.Error("two nodes have the same name")
	}
	return p
}

// track returns the track that animates a property of a node, or nil.
func (p *glbFile) track(node string, path gltf.TRSProperty) (times []float32, values [][]float32, step bool) {
	p.t.Helper()
	for _, c := range p.doc.Animations[0].Channels {
		if *c.Target.Node != p.nodes[node] || c.Target.Path != path {
			continue
		}
		s := p.doc.Animations[0].Samplers[c.Sampler]
		for _, v := range p.floats(s.Input) {
			times = append(times, v[0])
		}
		values = p.floats(s.Output)
		if each := len(values) / len(times); each > 1 {
			flat := slices.Concat(values...)
			values = slices.Collect(slices.Chunk(flat, each))
		}
		return times, values, s.Interpolation == gltf.InterpolationStep
	}
	return nil, nil, false
}

func (p *glbFile) floats(accessor int) (out [][]float32) {
	p.t.Helper()
	if p.read[accessor] != nil {
		return p.read[accessor]
	}
	defer func() { p.read[accessor] = out }()
	data, err := modeler.ReadAccessor(p.doc, p.doc.Accessors[accessor], nil)
	if err != nil {
		p.t.Fatal(err)
	}
	switch data := data.(type) {
	case []float32:
		for _, v := range data {
			out = append(out, []float32{v})
		}
	case [][3]float32:
		for _, v := range data {
			out = append(out, v[:])
		}
	case [][4]float32:
		for _, v := range data {
			out = append(out, v[:])
		}
	case []uint8:
		for _, v := range data {
			out = append(out, []float32{float32(v) / 255})
		}
	default:
		p.t.Fatalf("accessor %d contains %T, want numbers", accessor, data)
	}
	return out
}

func (p *glbFile) at(node string, path gltf.TRSProperty, time float32) []float32 {
	p.t.Helper()
	times, values, step := p.track(node, path)
	i := len(times) - 1
	for i > 0 && times[i] > time {
		i--
	}
	out := slices.Clone(values[i])
	if step || i+1 == len(times) || time <= times[i] {
		return out
	}
	share := (time - times[i]) / (times[i+1] - times[i])
	for k := range out {
		out[k] += share * (values[i+1][k] - out[k])
	}
	return out
}

func vector(v []float32) mgl32.Vec3 { return mgl32.Vec3{v[0], v[1], v[2]} }

// Positions, rotations and wings in each frame agree with a second simulation and the baked beat.
func TestGLBAgreesWithSimulation(t *testing.T) {
	const count = 40
	r := recordWorld(t, count)
	bird := bakedBird(t)
	p := playGLB(t, r, Options{Birds: oneBird(bird)})
	if len(p.doc.Nodes) != boids+1 || len(p.doc.Meshes) != 1 || len(p.doc.Animations) != 1 {
		t.Fatalf("the file has %d nodes, %d meshes and %d animations; want a node per boid and one more, 1 and 1", len(p.doc.Nodes), len(p.doc.Meshes), len(p.doc.Animations))
	}
	w := world(t)
	var s flock.Snapshot
	w.Snapshot(&s)
	span := w.Params().Float("wingspan")
	for frame := range count {
		time := float32(frame) / 30
		for _, i := range []int{0, 7, boids - 1} {
			node := []string{0: "bird_0000", 7: "bird_0007", boids - 1: "bird_0029"}[i]
			if d := vector(p.at(node, gltf.TRSTranslation, time)).Sub(s.Pos[i]).Len(); d > 1e-4 {
				t.Fatalf("%s at frame %d is %g m from its place", node, frame+1, d)
			}
			v := p.at(node, gltf.TRSRotation, time)
			q := mgl32.Quat{W: v[3], V: vector(v)}
			if d := q.Rotate(mgl32.Vec3{0, 0, 1}).Sub(s.Vel[i].Normalize()).Len(); d > 1e-4 {
				t.Fatalf("%s at frame %d: its heading is off by %g", node, frame+1, d)
			}
			if d := p.wings(node, time, bird, float64(s.Phase[i]), span); d > keyError+0.003 {
				t.Fatalf("%s at frame %d: the wings are off by %g wingspans", node, frame+1, d)
			}
		}
		w.StepMany(2, &s)
	}
}

// wings returns the greatest distance, in wingspans, of a bird's vertices from their positions in the baked
// wingbeat at a phase.
func (p *glbFile) wings(node string, time float32, bird *models.Baked, phase float64, span float32) float32 {
	p.t.Helper()
	weights := p.at(node, gltf.TRSWeights, time)
	at, share := math.Modf(phase * float64(bird.Poses))
	var worst float32
	for k, prim := range p.doc.Meshes[0].Primitives {
		part := &bird.Parts[k]
		n := part.Vertices(bird.Poses)
		from := part.Positions[int(at)%bird.Poses*n:]
		to := part.Positions[(int(at)+1)%bird.Poses*n:]
		var got [][3]float32
		for _, v := range p.floats(prim.Attributes[gltf.POSITION]) {
			got = append(got, [3]float32(v))
		}
		for w, target := range prim.Targets {
			if weights[w] == 0 {
				continue
			}
			for v, d := range p.floats(target[gltf.POSITION]) {
				for c := range d {
					got[v][c] += weights[w] * d[c]
				}
			}
		}
		for v := range n {
			want := from[v].Mul(1 - float32(share)).Add(to[v].Mul(float32(share)))
			worst = max(worst, mgl32.Vec3(got[v]).Mul(1/span).Sub(want).Len())
		}
	}
	return worst
}

// flappingBird returns a bird that beats its wings 7 times per second for a second, holds them for two, and
// beats them again.
func flappingBird(seconds float64) Boid {
	b := circlingBird(seconds)
	turns := 7*min(seconds, 1) + 7*max(seconds-3, 0)
	b.Phase = float32(turns - math.Floor(turns+1e-9))
	b.Phase = max(b.Phase, 0)
	return b
}

func TestGLBGliding(t *testing.T) {
	r := newRecording(t, 30, 121, func(frame int, s *flock.Snapshot) { setBoids(s, flappingBird(float64(frame)/30)) })
	p := playGLB(t, r, Options{Birds: oneBird(bakedBird(t))})
	times, _, _ := p.track("bird_0000", gltf.TRSWeights)
	flaps, glides := 0, 0
	for _, at := range times {
		switch {
		case at <= 1:
			flaps++
		case at > 1.1 && at < 2.9:
			glides++
		}
	}
	if flaps < 7*leastKeys || glides > 0 {
		t.Errorf("there are %d keys in 7 wingbeats, want %d or more, and %d in the glide, want none", flaps, 7*leastKeys, glides)
	}
	for time := float32(1.05); time < 3; time += 0.1 {
		for i, w := range p.at("bird_0000", gltf.TRSWeights, time) {
			if w > 0.004 {
				t.Fatalf("gliding at %g s, pose %d has the weight %g, want 0", time, i+1, w)
			}
		}
	}
}

// A bird beats at the right rate, even with fewer frames per second than wingbeats.
func TestGLBSlowFrames(t *testing.T) {
	r := newRecording(t, 30, 121, func(frame int, s *flock.Snapshot) { setBoids(s, circlingBird(float64(frame)/30)) })
	bird := bakedBird(t)
	p := playGLB(t, r, Options{Birds: oneBird(bird), FPS: Whole(2)})
	for _, time := range []float32{0.1, 0.33, 1.234, 2.02, 3.9} {
		phase := math.Mod(7*float64(time), 1)
		if d := p.wings("bird_0000", time, bird, phase, testscene.Def("murmuration").Params.Float("wingspan")); d > keyError+0.01 {
			t.Errorf("at %g s the wings are off by %g wingspans", time, d)
		}
	}
}

// A bird that jumps is never between its two places, and other birds fly on.
func TestGLBJump(t *testing.T) {
	at := func(frame int) (a, b Boid) {
		a, b = circlingBird(float64(frame)/30), circlingBird(float64(frame)/30)
		if frame >= 5 {
			a.Pos[1] += 100
		}
		if frame == 5 {
			a.Flags = flock.Jumped
		}
		return a, b
	}
	r := newRecording(t, 30, 10, func(frame int, s *flock.Snapshot) {
		a, b := at(frame)
		setBoids(s, a, b)
	})
	p := playGLB(t, r, Options{Birds: oneBird(bakedBird(t))})
	for time := float32(0); time < 0.3; time += 1.0 / 30 / 16 {
		if d := 4.5/30 - time; d > -2e-4 && d < 2e-4 {
			continue // birds jump between these keys
		}
		want := circlingBird(float64(time)).Pos
		if d := vector(p.at("bird_0001", gltf.TRSTranslation, time)).Sub(want).Len(); d > 0.01 {
			t.Fatalf("at %g s the other bird is %g m from its place", time, d)
		}
		if time > 4.5/30 {
			want[1] += 100
		}
		if d := vector(p.at("bird_0000", gltf.TRSTranslation, time)).Sub(want).Len(); d > 0.02 {
			t.Fatalf("at %g s (frame %g) the bird that jumps is %g m from its place", time, time*30, d)
		}
	}
}

func TestGLBPopulation(t *testing.T) {
	r := newRecording(t, 30, 9, func(frame int, s *flock.Snapshot) {
		all := []Boid{circlingBird(float64(frame) / 30), circlingBird(float64(frame) / 30)}
		if frame < 3 || frame > 5 {
			all = all[:1]
		}
		setBoids(s, all...)
	})
	p := playGLB(t, r, Options{Birds: oneBird(bakedBird(t))})
	if times, _, _ := p.track("bird_0000", gltf.TRSScale); times != nil {
		t.Error("a bird that is always present is scaled")
	}
	for frame := range 9 {
		want := float32(0)
		if frame >= 3 && frame <= 5 {
			want = 1
		}
		if got := p.at("bird_0001", gltf.TRSScale, float32(frame)/30+1e-3); got[0] != want || got[2] != want {
			t.Errorf("frame %d: scale %v, want %v", frame, got, want)
		}
	}
}

func TestGLBRefusals(t *testing.T) {
	r := recordWorld(t, 5)
	path := filepath.Join(t.TempDir(), "run.glb")
	f, err := FormatOf("glb", path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := f.Write(ctx, path, r, Options{Birds: oneBird(bakedBird(t))}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	nobody := newRecording(t, 30, 3, func(int, *flock.Snapshot) {})
	for _, path := range []string{path, strings.TrimSuffix(path, "glb") + "usdz", strings.TrimSuffix(path, "glb") + "blender"} {
		f, err := FormatOf("", path)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Write(context.Background(), path, nobody, Options{Birds: oneBird(bakedBird(t))}); !errors.Is(err, ErrOptions) {
			t.Errorf("%s without boids: error %v, want ErrOptions", f.Name, err)
		}
	}
	few := *bakedBird(t)
	few.Poses = 6
	err = f.Write(context.Background(), path, r, Options{Birds: oneBird(&few)})
	if !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), "at least 8") {
		t.Errorf("six poses: %v", err)
	}
	if remaining, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(remaining) > 0 {
		t.Errorf("files that remain: %v", remaining)
	}
}

// The eight poses between which vertices move linearly are the key poses.
func TestKeyPoses(t *testing.T) {
	corners := []int{0, 3, 4, 9, 12, 13, 20, 22, 24}
	high := []float32{0, 5, -3, 8, 2, 9, -4, 6, 0}
	b := &models.Baked{Mesh: lod.Mesh{Poses: 24, Parts: make([]lod.Part, 1)}}
	for i := 0; i+1 < len(corners); i++ {
		for p := corners[i]; p < corners[i+1]; p++ {
			share := float32(p-corners[i]) / float32(corners[i+1]-corners[i])
			b.Parts[0].Positions = append(b.Parts[0].Positions, mgl32.Vec3{1, high[i] + share*(high[i+1]-high[i]), 0})
		}
	}
	k := keysOf(b)
	if !slices.Equal(k.poses, corners[:8]) || k.maxError > 1e-5 {
		t.Errorf("the key poses are %v with an error of %g, want %v", k.poses, k.maxError, corners[:8])
	}
}
