package export

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/recording"
	"skein/models"
)

func birdWithStances(t *testing.T) *models.Baked {
	t.Helper()
	m, err := models.Builtin("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := models.Bake(m, models.BakeOptions{Poses: 8, Stances: true})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// engineFolder is an export for a game engine, read independently of the code that wrote it.
type engineFolder struct {
	t     *testing.T
	dir   string
	about struct {
		Axes, Unit    string
		First, Frames int
		FPS           float64
		Flocks        []struct {
			Species, Mesh, Positions, Normals, Cache string
			Beat, Poses                              int
			Rows                                     int `json:"rows_per_pose"`
			Stances                                  map[string]int
			Reach                                    float64
			Materials                                []struct {
				Name, Texture string
				Colour        mgl32.Vec4
				Cutoff        float32
			}
			IDs []int
		}
	}
}

func exportEngine(t *testing.T, name string, r *recording.Reader, o Options) *engineFolder {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shot")
	f, err := FormatOf(name, dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(context.Background(), dir, r, o); err != nil {
		t.Fatal(err)
	}
	e := &engineFolder{t: t, dir: dir}
	text, err := os.ReadFile(filepath.Join(dir, "flock.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &e.about); err != nil {
		t.Fatal(err)
	}
	return e
}

func halfOf(b []byte) float64 {
	v := binary.LittleEndian.Uint16(b)
	sign, exponent, fraction := 1-2*float64(v>>15), int(v>>10&31), float64(v&1023)/1024
	if exponent == 0 {
		return sign * math.Ldexp(fraction, -14)
	}
	return sign * math.Ldexp(1+fraction, exponent-15)
}

// texture reads an OpenEXR image with the channels B, G and R in half floats. It returns the texels by row
// and column.
func (e *engineFolder) texture(name string) (rows [][][3]float64) {
	e.t.Helper()
	data, err := os.ReadFile(filepath.Join(e.dir, name))
	if err != nil {
		e.t.Fatal(err)
	}
	le := binary.LittleEndian
	if le.Uint32(data) != 20000630 || le.Uint32(data[4:]) != 2 {
		e.t.Fatalf("%s does not begin like OpenEXR", name)
	}
	header := map[string][]byte{}
	index := 8
	text := func() string {
		n := bytes.IndexByte(data[index:], 0)
		index += n + 1
		return string(data[index-n-1 : index-1])
	}
	for {
		attribute := text()
		if attribute == "" {
			break
		}
		kind := text()
		n := int(le.Uint32(data[index:]))
		header[attribute+" "+kind] = data[index+4:][:n]
		index += 4 + n
	}
	channel := func(c string) string {
		return c + "\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00"
	}
	if got, want := string(header["channels chlist"]), channel("B")+channel("G")+channel("R")+"\x00"; got != want {
		e.t.Fatalf("%s has the channels %q, want %q", name, got, want)
	}
	if c := header["compression compression"]; len(c) != 1 || c[0] != 0 {
		e.t.Fatalf("%s has the compression %v, want none", name, c)
	}
	window := header["dataWindow box2i"]
	w, h := int(le.Uint32(window[8:]))+1, int(le.Uint32(window[12:]))+1
	for y := range h {
		block := data[le.Uint64(data[index+8*y:]):]
		if int(le.Uint32(block)) != y || int(le.Uint32(block[4:])) != 6*w {
			e.t.Fatalf("%s: block %d begins with %v", name, y, block[:8])
		}
		row := make([][3]float64, w)
		for x := range row {
			for k := range 3 {
				row[x][2-k] = halfOf(block[8+2*(k*w+x):])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// cachedBird is a row of a point cache: x, y, z, qx, qy, qz, qw, phase, stance, weight, size and flags.
type cachedBird [12]float64

// cache reads the point cache of a flock, by frame.
func (e *engineFolder) cache(k int) (frames [][]cachedBird) {
	e.t.Helper()
	data, err := os.ReadFile(filepath.Join(e.dir, e.about.Flocks[k].Cache))
	if err != nil {
		e.t.Fatal(err)
	}
	n := len(e.about.Flocks[k].IDs)
	if len(data) != 48*n*e.about.Frames {
		e.t.Fatalf("the cache has %d bytes for %d frames of %d birds", len(data), e.about.Frames, n)
	}
	for i := 0; len(data) > 0; i++ {
		if i%n == 0 {
			frames = append(frames, nil)
		}
		var b cachedBird
		for f := range b {
			b[f] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*f:])))
		}
		frames[i/n] = append(frames[i/n], b)
		data = data[48:]
	}
	return frames
}

// inEngine returns an engine's axes and unit as in its documentation, and its units per metre. move converts
// a vector as the engine's importer does: Unity's negates x, and Unreal's exchanges y and z.
func inEngine(name string) (axes, unit string, scale float64, move func(v mgl32.Vec3) [3]float64) {
	switch name {
	case "unity":
		return "left-handed, Y up", "m", 1, func(v mgl32.Vec3) [3]float64 { return [3]float64{-float64(v[0]), float64(v[1]), float64(v[2])} }
	case "unreal":
		return "left-handed, Z up", "cm", 100, func(v mgl32.Vec3) [3]float64 { return [3]float64{float64(v[0]), float64(v[2]), float64(v[1])} }
	}
	return "right-handed, Y up", "m", 1, func(v mgl32.Vec3) [3]float64 { return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])} }
}

func engineNames() []string { return []string{"godot", "unity", "unreal"} }

func distanceBetween(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// rotate rotates a vector by the row's quaternion q, by the formula q v q*.
func (b *cachedBird) rotate(v [3]float64) (out [3]float64) {
	x, y, z, w := b[3], b[4], b[5], b[6]
	m := [3][3]float64{
		{1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y)},
		{2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x)},
		{2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y)},
	}
	for i := range out {
		out[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
	}
	return out
}

// Each vertex has its own place in the textures, with its position and normal for each pose in half floats.
func TestEngineTextures(t *testing.T) {
	bird := birdWithStances(t)
	for _, name := range engineNames() {
		e := exportEngine(t, name, recordWorld(t, 2), Options{Birds: oneBird(bird)})
		axes, unit, scale, move := inEngine(name)
		if e.about.Axes != axes || e.about.Unit != unit || len(e.about.Flocks) != 1 {
			t.Fatalf("%s: %+v", name, e.about)
		}
		f := e.about.Flocks[0]
		if f.Beat != 8 || f.Poses != bird.Poses || f.Poses < 10 || f.Stances["flare"] != bird.StancePose[models.Flare] || f.Stances["rest"] != bird.StancePose[models.Rest] || f.Stances["rest"] == 0 {
			t.Fatalf("%s: %+v", name, f)
		}
		positions, normals := e.texture(f.Positions), e.texture(f.Normals)
		if len(positions) != f.Poses*f.Rows || len(positions[0]) > 2048 {
			t.Fatalf("%s: %d rows of %d texels for %d poses", name, len(positions), len(positions[0]), f.Poses)
		}
		meshes := e.mesh(f.Mesh)
		const span = 0.7 // wingspan of a recording without a scene, m
		part, used := 0, map[[2]float32]bool{}
		for _, p := range meshes {
			for len(bird.Parts[part].Indices) == 0 {
				part++
			}
			baked := &bird.Parts[part]
			part++
			columns, still := p.places, p.positions
			if !slices.Equal(p.indices, baked.Indices) {
				t.Fatalf("%s: the mesh has other triangles than the bird", name)
			}
			n := len(baked.Positions) / bird.Poses
			if len(columns) != n || len(still) != n {
				t.Fatalf("%s: the mesh has %d columns and %d vertices, want %d", name, len(columns), len(still), n)
			}
			for v, at := range columns {
				if used[at] {
					t.Fatalf("%s: two vertices have the texel %v", name, at)
				}
				used[at] = true
				if d := mgl32.Vec3(still[v]).Sub(baked.Positions[v].Mul(span)).Len(); d > 1e-6 {
					t.Fatalf("%s: vertex %d of the mesh is %g m off", name, v, d)
				}
				for pose := range bird.Poses {
					texel, normal := positions[pose*f.Rows+int(at[1])][int(at[0])], normals[pose*f.Rows+int(at[1])][int(at[0])]
					want := move(baked.Positions[pose*n+v].Mul(float32(span * scale)))
					if d := distanceBetween(texel, want); d > span*scale*math.Pow(2, -11) {
						t.Fatalf("%s: vertex %d of pose %d is at %v, %g off", name, v, pose, texel, d)
					}
					if d := distanceBetween(normal, move(baked.Normals[pose*n+v])); d > math.Pow(2, -11) {
						t.Fatalf("%s: normal %d of pose %d is %v, %g off", name, v, pose, normal, d)
					}
				}
			}
		}
	}
}

// The point cache agrees with a second simulation. In the engine's axes, a bird's nose, back and right wing
// point in the right directions.
func TestEngineCacheAgreesWithSimulation(t *testing.T) {
	const count = 20
	bird := birdWithStances(t)
	r := recordWorld(t, count)
	for _, name := range engineNames() {
		e := exportEngine(t, name, r, Options{Birds: oneBird(bird)})
		_, _, scale, move := inEngine(name)
		frames := e.cache(0)
		w := world(t)
		var s flock.Snapshot
		w.Snapshot(&s)
		for frame := range count {
			for i := range boids {
				b := &frames[frame][i]
				nose, back := s.Vel[i].Normalize(), s.Up[i]
				if d := distanceBetween([3]float64(b[:3]), move(s.Pos[i].Mul(float32(scale)))); d > 1e-4*scale {
					t.Fatalf("%s: frame %d, boid %d is %g off", name, frame+1, i, d)
				}
				for k, axis := range []mgl32.Vec3{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}} {
					want := [...]mgl32.Vec3{nose, back, back.Cross(nose)}[k]
					if d := distanceBetween(b.rotate(move(axis)), move(want)); d > 1e-3 {
						t.Fatalf("%s: frame %d, boid %d: axis %d is off by %g", name, frame+1, i, k, d)
					}
				}
				if math.Abs(b[7]-float64(s.Phase[i])) > 1e-6 || b[9] != 0 || b[10] != 1 {
					t.Fatalf("%s: frame %d, boid %d has %v, want the phase %g, no stance and size 1", name, frame+1, i, b, s.Phase[i])
				}
				want := 1 + 4*int(s.Flags[i]&flock.Leading)
				if s.Flags[i]&flock.Gliding != 0 {
					want += 8
				}
				if int(b[11]) != want {
					t.Fatalf("%s: frame %d, boid %d has the flags %g, want %d", name, frame+1, i, b[11], want)
				}
			}
			w.StepMany(2, &s)
		}
	}
}

// A point cache too large for Unity is an error, and nothing is written. Sizes are signed 32-bit numbers, and
// a bird has 48 bytes per frame.
func TestUnityCacheSize(t *testing.T) {
	for frames, fits := range map[int]bool{44739: true, 44740: false} { // 48 kB each; the limit is 2147483647 B
		if err := unity().checkCache(frames, 1000); fits != (err == nil) || err != nil && !errors.Is(err, ErrOptions) {
			t.Errorf("%d frames: error %v", frames, err)
		}
	}
	if err := godot().checkCache(44740, 1000); err != nil {
		t.Errorf("Godot: error %v", err)
	}
	const count = 20
	r, bird := recordWorld(t, count), birdWithStances(t)
	for less := range int64(2) {
		e, dir := unity(), filepath.Join(t.TempDir(), "shot")
		e.most = count*boids*48 - less
		f := &Format{Name: "unity", Bird: true, folder: true, passes: 2, write: e.write}
		err := f.Write(context.Background(), dir, r, Options{Birds: oneBird(bird)})
		_, missing := os.Stat(dir)
		if refused := less == 1; refused != errors.Is(err, ErrOptions) || refused != errors.Is(missing, fs.ErrNotExist) {
			t.Errorf("%d bytes too few: error %v; the folder: %v", less, err, missing)
		}
	}
}

// A bird that settles folds its wings in 0.28 s and opens them in 0.16 s, and one that lands flares.
func TestEngineStances(t *testing.T) {
	bird := birdWithStances(t)
	r := newRecording(t, 30, 40, func(frame int, s *flock.Snapshot) {
		b := Boid{Vel: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
		switch {
		case frame >= 5 && frame < 20:
			b.Flags = flock.Perched
		case frame == 30:
			b.Flags = flock.Jumped
		case frame > 30:
			b.Flags = flock.Landing
		}
		setBoids(s, b)
	})
	frames := exportEngine(t, "godot", r, Options{Birds: oneBird(bird)}).cache(0)
	rest, flare := float64(bird.StancePose[models.Rest]), float64(bird.StancePose[models.Flare])
	eased := func(x float64) float64 { x = math.Min(x, 1); return x * x * (3 - 2*x) }
	for frame, want := range map[int][3]float64{ // stance, weight, flags
		0: {0, 0, 1}, 4: {0, 0, 1}, 5: {rest, eased(1 / 30. / 0.28), 17}, 9: {rest, eased(5 / 30. / 0.28), 17}, 19: {rest, 1, 17},
		20: {rest, eased(1 - 1/30./0.16), 1}, 26: {0, 0, 1}, 30: {0, 0, 3}, 31: {flare, eased(1 / 30. / 0.15), 33}, 39: {flare, 1, 33},
	} {
		b := frames[frame][0]
		if got := [3]float64{b[8], b[9], b[11]}; distanceBetween(got, want) > 1e-5 {
			t.Errorf("frame %d has stance, weight and flags %v, want %v", frame, got, want)
		}
	}
}

// Each flock has its own files, wingspan and sizes, and absent birds lack the flag "present".
func TestEngineSpecies(t *testing.T) {
	e := exportEngine(t, "godot", huntRecording(t), Options{Birds: huntModels()})
	if len(e.about.Flocks) != 2 || e.about.Flocks[1].Species != "sea-hawk" || e.about.Flocks[1].Mesh != "sea_hawk_bird.glb" {
		t.Fatalf("%+v", e.about)
	}
	for k, at := range []func(frame, i int) Boid{sparrow, hawk} {
		frames := e.cache(k)
		for frame := range 6 {
			for i, id := range e.about.Flocks[k].IDs {
				b := frames[frame][i]
				gone := id == 2 && frame < 3
				if (int(b[11])&1 == 0) != gone {
					t.Errorf("frame %d: bird %d has the flags %g", frame+1, id, b[11])
				}
				if p := at(frame, i).Pos; !gone && distanceBetween([3]float64(b[:3]), [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}) > 1e-5 {
					t.Errorf("frame %d: bird %d is at %v, want %v", frame+1, id, b[:3], p)
				}
			}
		}
	}
}
