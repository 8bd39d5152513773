package export

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"skein/flock"
	"skein/flock/recording"
	"skein/models"
	"skein/models/gltf"
	"skein/models/lod"
)

const testPoses = 4

// kite returns a bird of two triangles, one with a texture and one with colours. Its wings have a different
// height in each pose.
func kite() *models.Baked {
	b := &models.Baked{Name: "kite", Mesh: lod.Mesh{Poses: testPoses, Parts: []lod.Part{
		{
			Material: gltf.Material{Name: `a "fine" wing`, BaseColour: mgl32.Vec4{1, 0.5, 1, 1}, AlphaCutoff: 0.5, DoubleSided: true,
				Texture: &gltf.Texture{Image: image.NewNRGBA(image.Rect(0, 0, 3, 2)), WrapS: gltf.Mirror, WrapT: gltf.Clamp}},
			Indices: []uint32{0, 1, 2}, UV: []mgl32.Vec2{{0, 0}, {1, 0.25}, {0.5, 1}},
		},
		{
			Material: gltf.Material{Name: "tail", BaseColour: mgl32.Vec4{0.5, 1, 1, 1}},
			Indices:  []uint32{0, 1, 2}, Colours: []mgl32.Vec4{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}},
		},
	}}}
	for i := range b.Parts {
		for pose := range testPoses {
			up := float32(pose) / 10
			b.Parts[i].Positions = append(b.Parts[i].Positions, mgl32.Vec3{0, 0, 0.5}, mgl32.Vec3{0.5, up, 0}, mgl32.Vec3{-0.5, up, 0})
			b.Parts[i].Normals = append(b.Parts[i].Normals, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 1, 0})
		}
	}
	return b
}

func exportUSD(t *testing.T, r *recording.Reader, name string, o Options) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	f, err := FormatOf("", path)
	if err != nil {
		t.Fatal(err)
	}
	if o.Birds == nil {
		o.Birds = oneBird(kite())
	}
	if err := f.Write(context.Background(), path, r, o); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestUSDAgreesWithRecording(t *testing.T) {
	const frames = 40
	r := recordWorld(t, frames)
	layer := readUSDFile(t, exportUSD(t, r, "run.usda", Options{ZUp: true, Scale: 100}))
	for key, want := range map[string]string{
		"defaultPrim": `"Flock"`, "upAxis": `"Z"`, "metersPerUnit": "0.01", "timeCodesPerSecond": "30",
		"framesPerSecond": "30", "startTimeCode": "1", "endTimeCode": fmt.Sprint(frames),
	} {
		if got := layer.layerValue(t, key); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
	birds := layer.at(t, "Flock/Birds")
	if birds.kind != "PointInstancer" {
		t.Errorf("Birds is a %s", birds.kind)
	}
	ids := floats(t, birds.value(t, "int64[] ids"))
	if len(ids) != boids || ids[boids-1] != boids-1 {
		t.Errorf("ids %v", ids)
	}
	tracks := map[string]sampledProperty{}
	for name, width := range map[string]int{
		"point3f[] positions": 3, "quath[] orientations": 4, "vector3f[] velocities": 3, "vector3f[] angularVelocities": 3,
		"int[] protoIndices": 1, "float[] primvars:flapPhase": 1, "int[] primvars:leader": 1,
	} {
		s := birds.samples(t, name)
		if len(s.times) != frames {
			t.Fatalf("%s has %v", name, s)
		}
		for k, at := range s.times {
			if at != float64(k+1) || len(s.values[k]) != width*boids {
				t.Fatalf("%s: sample %d is at time %g with %d numbers, want one sample a frame with the numbers of all boids", name, k, at, len(s.values[k]))
			}
		}
		tracks[name[strings.Index(name, " ")+1:]] = s
	}
	var snap flock.Snapshot
	for frame := range frames {
		if err := r.Frame(frame, &snap); err != nil {
			t.Fatal(err)
		}
		for i := range boids {
			checkUSDBoid(t, tracks, frame, i, &snap)
		}
		low, high := corners(t, birds, frame)
		for i := range boids {
			for c, x := range []float32{100 * snap.Pos[i][0], -100 * snap.Pos[i][2], 100 * snap.Pos[i][1]} {
				if float64(x) < low[c]+10 || float64(x) > high[c]-10 {
					t.Fatalf("frame %d: boid %d is at %g, outside of the extent from %g to %g", frame, i, x, low[c], high[c])
				}
			}
		}
	}
	if birds.details["float[] primvars:flapPhase"] == "" || len(birds.properties) != 10 {
		t.Errorf("the birds have %d properties and the details %v, want 10 and flapPhase", len(birds.properties), birds.details)
	}
	checkSpins(t, tracks)
}

func corners(t *testing.T, birds *prim, frame int) (low, high []float64) {
	s := birds.samples(t, "float3[] extent")
	return s.values[frame][:3], s.values[frame][3:]
}

func checkUSDBoid(t *testing.T, tracks map[string]sampledProperty, frame, i int, s *flock.Snapshot) {
	t.Helper()
	turn := func(v mgl32.Vec3, by float32) mgl64.Vec3 { // turn converts to axes with Z up
		return mgl64.Vec3{float64(v[0] * by), float64(-v[2] * by), float64(v[1] * by)}
	}
	triple := func(name string) mgl64.Vec3 { return mgl64.Vec3(tracks[name].values[frame][3*i : 3*i+3]) }
	one := func(name string) float64 { return tracks[name].values[frame][i] }
	if d := triple("positions").Sub(turn(s.Pos[i], 100)).Len(); d > 1e-3 {
		t.Fatalf("frame %d: boid %d is %g cm from its place", frame+1, i, d)
	}
	if d := triple("velocities").Sub(turn(s.Vel[i], 100)).Len(); d > 1e-3 {
		t.Fatalf("frame %d: the velocity of boid %d is off by %g cm/s", frame+1, i, d)
	}
	q := quaternion(tracks["orientations"].values[frame], i)
	if math.Abs(q.Len()-1) > 1e-3 {
		t.Fatalf("frame %d: the orientation of boid %d has the length %g, want 1", frame+1, i, q.Len())
	}
	for _, axis := range []struct {
		bird mgl64.Vec3
		want mgl32.Vec3
	}{{mgl64.Vec3{0, 0, 1}, s.Vel[i].Normalize()}, {mgl64.Vec3{0, 1, 0}, s.Up[i]}} {
		if d := q.Normalize().Rotate(axis.bird).Sub(turn(axis.want, 1)).Len(); d > 2e-3 {
			t.Fatalf("frame %d: the axis %v of boid %d is off by %g rad", frame+1, axis.bird, i, d)
		}
	}
	phase := float64(s.Phase[i])
	if math.Abs(one("primvars:flapPhase")-phase) > 1e-4 {
		t.Fatalf("flapPhase is %g, want %g", one("primvars:flapPhase"), phase)
	}
	if offset := math.Abs(math.Remainder(one("protoIndices")/testPoses-phase, 1)); offset > 0.5/testPoses+1e-6 || one("protoIndices") >= testPoses {
		t.Fatalf("pose %g is shown at phase %g, want the nearest", one("protoIndices"), phase)
	}
	if one("primvars:leader") != float64(s.Flags[i]&flock.Leading) {
		t.Fatalf("frame %d: leader is %g, but the flags are %b", frame+1, one("primvars:leader"), s.Flags[i])
	}
}

func quaternion(values []float64, i int) mgl64.Quat {
	return mgl64.Quat{W: values[4*i], V: mgl64.Vec3(values[4*i+1 : 4*i+4])}
}

// checkSpins checks that each boid's angular velocity, in degrees per second, turns it to its orientation in
// the next frame.
func checkSpins(t *testing.T, tracks map[string]sampledProperty) {
	t.Helper()
	fastest := 0.0
	for frame := range len(tracks["orientations"].times) - 1 {
		for i := range boids {
			spin := mgl64.Vec3(tracks["angularVelocities"].values[frame][3*i : 3*i+3])
			fastest = max(fastest, spin.Len())
			q := quaternion(tracks["orientations"].values[frame], i)
			if spin.Len() > 0 {
				q = mgl64.QuatRotate(mgl64.DegToRad(spin.Len())/30, spin.Normalize()).Mul(q)
			}
			next := quaternion(tracks["orientations"].values[frame+1], i)
			if math.Abs(q.Normalize().Dot(next.Normalize())) < 1-1e-6 {
				t.Fatalf("frame %d: boid %d turns by %v from %v to %v, want to %v",
					frame+1, i, spin, tracks["orientations"].values[frame][4*i:4*i+4], q, next)
			}
		}
	}
	if fastest < 20 {
		t.Errorf("no boid turns faster than %g degrees per second, so the unit is not tested", fastest)
	}
}

// A bird on a level circle turns 45 degrees per second about the downward axis, in any axes and unit, at any
// frame rate.
func TestUSDCircle(t *testing.T) {
	const rate, speed = 2 * math.Pi / 8, 20 * 2 * math.Pi / 8
	fps := Rate{24000, 1001}
	r := newRecording(t, 30, 91, func(frame int, s *flock.Snapshot) { setBoids(s, circlingBird(float64(frame)/30)) })
	for _, c := range []struct {
		o    Options
		down mgl64.Vec3
		unit float64
	}{{Options{FPS: fps}, mgl64.Vec3{0, -1, 0}, 1}, {Options{FPS: fps, ZUp: true, Scale: 100}, mgl64.Vec3{0, 0, -1}, 100}} {
		layer := readUSDFile(t, exportUSD(t, r, "run.usda", c.o))
		if got := floats(t, layer.layerValue(t, "timeCodesPerSecond"))[0]; got != 24000.0/1001 {
			t.Errorf("the layer has %g time codes per second, want 24000/1001", got)
		}
		birds := layer.at(t, "Flock/Birds")
		spins, velocities := birds.samples(t, "vector3f[] angularVelocities"), birds.samples(t, "vector3f[] velocities")
		places := birds.samples(t, "point3f[] positions")
		if n := len(spins.times); n != 72 || spins.times[n-1] != 72 {
			t.Errorf("%d samples", n)
		}
		for k := range spins.times {
			if d := mgl64.Vec3(spins.values[k]).Sub(c.down.Mul(45)).Len(); d > 0.01 {
				t.Errorf("sample %d turns by %v degrees per second, want 45 about the vertical", k, spins.values[k])
			}
			v, out := mgl64.Vec3(velocities.values[k]), mgl64.Vec3(places.values[k])
			out = out.Sub(c.down.Mul(out.Dot(c.down)))
			if want := c.down.Mul(rate).Cross(out); math.Abs(v.Len()/c.unit-speed) > 1e-3 || v.Sub(want).Len() > 1e-3*c.unit {
				t.Errorf("sample %d flies at %v, want %v", k, v, want)
			}
		}
	}
}

func TestUSDPrototypes(t *testing.T) {
	path := exportUSD(t, recordWorld(t, 2), "run.usda", Options{})
	layer := readUSDFile(t, path)
	birds, bird := layer.at(t, "Flock/Birds"), kite()
	if n := strings.Count(birds.value(t, "rel prototypes"), "</Flock/Birds/Prototypes/bird_0"); n != testPoses {
		t.Errorf("%d prototypes", n)
	}
	for pose := range testPoses {
		for part := range bird.Parts {
			mesh := birds.at(t, fmt.Sprintf("Prototypes/bird_%02d/part_%02d", pose, part))
			points := floats(t, mesh.value(t, "point3f[] points"))
			for k, p := range bird.Parts[part].Positions[3*pose : 3*pose+3] {
				if d := mgl64.Vec3(points[3*k : 3*k+3]).Sub(mgl64.Vec3{float64(p[0]), float64(p[1]), float64(p[2])}.Mul(0.7)).Len(); d > 1e-5 {
					t.Errorf("pose %d: vertex %d is %g m from its place at a wingspan of 0.7 m", pose, k, d)
				}
			}
		}
	}
	wing := birds.at(t, "Prototypes/bird_00/part_00")
	if st := floats(t, wing.value(t, "texCoord2f[] primvars:st")); st[1] != 1 || st[3] != 0.75 || st[5] != 0 {
		t.Errorf("the texture coordinates %v are upside down", st)
	}
	colours := floats(t, birds.at(t, "Prototypes/bird_00/part_01").value(t, "color3f[] primvars:displayColor"))
	if colours[0] != 0.5 || colours[4] != 1 {
		t.Errorf("colours %v are not multiplied by the material's colour", colours)
	}
	texture := layer.at(t, "Flock/Materials/bird_00/Texture")
	if texture.value(t, "token inputs:wrapS") != `"mirror"` || texture.value(t, "token inputs:wrapT") != `"clamp"` {
		t.Error("the texture's wrap modes are not mirror and clamp")
	}
	file := strings.Trim(texture.value(t, "asset inputs:file"), "@")
	decodePNG(t, filepath.Join(filepath.Dir(path), file))
}

func decodePNG(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if img, err := png.Decode(f); err != nil || img.Bounds().Dx() != 3 {
		t.Errorf("%s: %v", path, err)
	}
}

func TestUSDJumps(t *testing.T) {
	for _, o := range []Options{{}, {FPS: Whole(24)}, {Frames: []Range{{1, 31, 3}}}, {Prims: true}} {
		layer := readUSDFile(t, exportUSD(t, wrappingRecording(t), "run.usda", o))
		var places sampledProperty
		if o.Prims {
			places = layer.at(t, "Flock/Birds/bird_00000").samples(t, "double3 xformOp:translate")
		} else {
			places = layer.at(t, "Flock/Birds").samples(t, "point3f[] positions")
		}
		fps := floats(t, layer.layerValue(t, "timeCodesPerSecond"))[0]
		last := floats(t, layer.layerValue(t, "endTimeCode"))[0]
		for at := 1.0; at <= last; at += 0.0371 {
			if at > math.Ceil(at)-2*jumpGap {
				continue
			}
			want := 30 * (at - 1) / fps
			if offset := math.Abs(math.Remainder(places.linear(at)[0]-want, 20)); offset > 1e-3 {
				t.Fatalf("%+v: at %g the bird is at %v, off by %g m", o, at, places.linear(at), offset)
			}
		}
	}
}

// The extent contains the birds' surfaces at all times, also before a jump, and is not much larger.
func TestUSDExtent(t *testing.T) {
	for _, o := range []Options{{}, {FPS: Whole(7)}, {Frames: []Range{{1, 31, 3}}}} {
		birds := readUSDFile(t, exportUSD(t, wrappingRecording(t), "run.usda", o)).at(t, "Flock/Birds")
		places, boxes := birds.samples(t, "point3f[] positions"), birds.samples(t, "float3[] extent")
		for at := 1.0; at <= places.times[len(places.times)-1]; at += 0.0099 {
			place, box := places.linear(at), boxes.linear(at)
			for c := range 3 {
				if low, high := place[c]-box[c], box[3+c]-place[c]; low < 0.35 || high < 0.35 || low+high > 2*0.7 {
					t.Fatalf("%+v: at %g the bird at %v does not fit the box %v", o, at, place, box)
				}
			}
		}
	}
}

func TestUSDPopulation(t *testing.T) {
	sizes := []int{1, 1, 3, 3, 2}
	r := newRecording(t, 10, len(sizes), func(frame int, s *flock.Snapshot) {
		var all []Boid
		for i := range sizes[frame] {
			all = append(all, circlingBird(float64(frame)/10+float64(i)))
		}
		setBoids(s, all...)
	})
	birds := readUSDFile(t, exportUSD(t, r, "run.usda", Options{})).at(t, "Flock/Birds")
	if ids := birds.value(t, "int64[] ids"); ids != "0, 1, 2" {
		t.Errorf("ids %s", ids)
	}
	away := birds.samples(t, "int64[] invisibleIds")
	if got := fmt.Sprint(away.values); got != "[[1 2] [1 2] [] [] [2]]" {
		t.Errorf("the invisible boids are %s, want boids 1 and 2 twice, and 2 at the end", got)
	}
	for _, v := range birds.samples(t, "point3f[] positions").values {
		if len(v) != 9 {
			t.Errorf("%d numbers", len(v))
		}
	}
	prims := readUSDFile(t, exportUSD(t, r, "run.usda", Options{Prims: true}))
	late := prims.at(t, "Flock/Birds/bird_00001").value(t, "token visibility.timeSamples")
	if strings.Count(late, `"invisible"`) != 2 || strings.Count(late, `"inherited"`) != 3 {
		t.Errorf("the visibility of boid 1 is %s, want 2 times invisible and 3 times inherited", late)
	}
}

// A prim for each bird has the values of the PointInstancer.
func TestUSDPrims(t *testing.T) {
	r := recordWorld(t, 9)
	one := readUSDFile(t, exportUSD(t, r, "run.usda", Options{})).at(t, "Flock/Birds")
	many := readUSDFile(t, exportUSD(t, r, "run.usda", Options{Prims: true}))
	if p := many.at(t, "Flock/Prototypes"); p.specifier != "over" || len(p.children) != testPoses {
		t.Errorf("the poses are not hidden prototypes, or too few; the specifier is %s", p.specifier)
	}
	places, turns, poses := one.samples(t, "point3f[] positions"), one.samples(t, "quath[] orientations"), one.samples(t, "int[] protoIndices")
	for i := range boids {
		bird := many.at(t, fmt.Sprintf("Flock/Birds/bird_%05d", i))
		place, turn := bird.samples(t, "double3 xformOp:translate"), bird.samples(t, "quatf xformOp:orient")
		pose := visiblePoses(t, bird, 9)
		for k := range 9 {
			if mgl64.Vec3(place.values[k]) != mgl64.Vec3(places.values[k][3*i:3*i+3]) || pose[k] != int(poses.values[k][i]) {
				t.Fatalf("boid %d in frame %d has another place or pose than in the instancer", i, k+1)
			}
			if q := quaternion(turns.values[k], i); q.Sub(quaternion(turn.values[k], 0)).Len() > 1e-3 {
				t.Fatalf("boid %d in frame %d has the rotation %v, not that of the instancer", i, k+1, q)
			}
		}
	}
}

// visiblePoses returns a bird's only visible pose in each frame. A sample holds until the next.
func visiblePoses(t *testing.T, bird *prim, frames int) []int {
	t.Helper()
	out := slices.Repeat([]int{-1}, frames)
	for pose := range testPoses {
		p := bird.at(t, fmt.Sprintf("pose_%02d", pose))
		if want := fmt.Sprintf("inherits = </Flock/Prototypes/bird_%02d>", pose); !strings.Contains(p.metadata, want) {
			t.Fatalf("pose %d has the metadata %s, want %s", pose, p.metadata, want)
		}
		current := ""
		samples := p.value(t, "token visibility.timeSamples")
		for frame := range frames {
			if _, after, ok := strings.Cut(samples, fmt.Sprintf(" %d: \"", frame+1)); ok {
				current, _, _ = strings.Cut(after, `"`)
			}
			if current == "inherited" {
				if out[frame] >= 0 {
					t.Fatalf("frame %d shows the poses %d and %d, want one", frame+1, out[frame], pose)
				}
				out[frame] = pose
			}
		}
	}
	return out
}

// A .usdz file has the layer of a .usda export and the texture, uncompressed and aligned.
func TestUSDZ(t *testing.T) {
	r := recordWorld(t, 3)
	path := exportUSD(t, r, "run.usdz", Options{})
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	plain := readUSDFile(t, exportUSD(t, r, "run.usda", Options{}))
	folder := plain.at(t, "Flock/Materials/bird_00/Texture").properties
	folder["asset inputs:file"] = strings.ReplaceAll(folder["asset inputs:file"], "./run_textures/", "textures/")
	want := []string{"run.usdc", "textures/bird_00.png"}
	for k, f := range z.File {
		at, err := f.DataOffset()
		if err != nil || at%64 != 0 || f.Method != zip.Store || f.Flags&8 != 0 || f.Name != want[k] {
			t.Errorf("entry %s is at %d with method %d and flags %d (error %v); want it stored at a multiple of 64", f.Name, at, f.Method, f.Flags, err)
		}
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if k == 0 {
			sameLayers(t, plain, data)
		}
	}
	if len(z.File) != 2 {
		t.Errorf("%d entries", len(z.File))
	}
}

// A package too long for a zip file's 32 bits is an error.
func TestUSDZTooLong(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "layer"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	s := &packedLayer{file: file, bytes: math.MaxUint32 - 1<<16 - 3}
	if n, err := s.Write([]byte("abc")); n != 3 || err != nil {
		t.Errorf("%d bytes, %v", n, err)
	}
	if _, err := s.Write([]byte("d")); !errors.Is(err, errTooLong) {
		t.Errorf("one more: %v", err)
	}
}

// A bird at rest without an up-vector has a valid orientation and no spin.
func TestUSDRest(t *testing.T) {
	r := newRecording(t, 10, 3, func(frame int, s *flock.Snapshot) { setBoids(s, Boid{}) })
	birds := readUSDFile(t, exportUSD(t, r, "run.usda", Options{ZUp: true})).at(t, "Flock/Birds")
	turns, spins := birds.samples(t, "quath[] orientations"), birds.samples(t, "vector3f[] angularVelocities")
	for k := range 3 {
		q := quaternion(turns.values[k], 0)
		if math.Abs(q.Len()-1) > 1e-3 || q.Sub(quaternion(turns.values[0], 0)).Len() != 0 || spins.values[k][0] != 0 {
			t.Errorf("frame %d: the orientation is %v and the spin %v, want the first one and none", k+1, q, spins.values[k])
		}
	}
}

// The layer and its textures never replace existing files, and a cancelled export leaves no files.
func TestUSDReplacesNothing(t *testing.T) {
	r := recordWorld(t, 3)
	dir := t.TempDir()
	path := filepath.Join(dir, "run.usda")
	f, err := FormatOf("", path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Birds: oneBird(kite()), Progress: func(done, _ int) {
		if done == 2 {
			cancel()
		}
	}}
	if err := f.Write(ctx, path, r, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if remaining, _ := os.ReadDir(dir); len(remaining) > 0 {
		t.Errorf("left: %v", remaining)
	}
	late, stop := context.WithCancel(context.Background())
	o.Progress = func(done, total int) {
		if done == total {
			stop() // the layer is not yet assembled
		}
	}
	if err := f.Write(late, path, r, o); !errors.Is(err, context.Canceled) {
		t.Errorf("an export cancelled late: error %v, want context.Canceled", err)
	}
	if remaining, _ := os.ReadDir(dir); len(remaining) > 0 {
		t.Errorf("left: %v", remaining)
	}
	textures := filepath.Join(dir, "run_textures")
	if err := os.Mkdir(textures, 0o755); err != nil {
		t.Fatal(err)
	}
	o.Progress = nil
	if err := f.Write(context.Background(), path, r, o); !errors.Is(err, fs.ErrExist) {
		t.Errorf("an export over an existing folder of textures: error %v, want that it exists", err)
	}
	o.Force = true
	if err := f.Write(context.Background(), path, r, o); err != nil {
		t.Error(err)
	}
	decodePNG(t, filepath.Join(textures, "bird_00.png"))
}

// The textures are removed if the layer cannot be moved to its path, here because its name is too long.
func TestUSDTexturesAreRemovedWithoutLayer(t *testing.T) {
	r := recordWorld(t, 3)
	dir := t.TempDir()
	source, err := NewSource(r, Options{Birds: oneBird(kite())})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, strings.Repeat("a", 200)+".usda"+strings.Repeat("a", 60))
	if err := writeUSDA(context.Background(), path, source); err == nil {
		t.Fatal("a name that is too long gives no error")
	}
	if remaining, _ := os.ReadDir(dir); len(remaining) > 0 {
		t.Errorf("left: %v", remaining)
	}
}
