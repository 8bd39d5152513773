package export

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/export/ogawa/ogawatest"
	"skein/flock/recording"
)

func exportAlembic(t *testing.T, r *recording.Reader, o Options) *ogawatest.Archive {
	t.Helper()
	path := filepath.Join(t.TempDir(), "shot.abc")
	f, err := FormatOf("", path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(context.Background(), path, r, o); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ogawatest.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func alembicNumbers(t *testing.T, a *ogawatest.Archive, name string, sample, n int) (all [][]float64) {
	t.Helper()
	p, ok := a.Properties[name]
	if !ok {
		t.Fatalf("no property %s", name)
	}
	size := map[int]int{6: 4, 7: 8, 10: 4, 11: 8}[p.Kind]
	var row []float64
	for b := p.Samples[sample]; len(b) > 0; b = b[size:] {
		switch p.Kind {
		case 6:
			row = append(row, float64(int32(binary.LittleEndian.Uint32(b))))
		case 7:
			row = append(row, float64(binary.LittleEndian.Uint64(b)))
		case 10:
			row = append(row, float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
		case 11:
			row = append(row, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
		if len(row) == n {
			all, row = append(all, row), nil
		}
	}
	if len(row) > 0 {
		t.Fatalf("%s: sample %d has no multiple of %d numbers", name, sample, n)
	}
	return all
}

// Exported points equal those of a second simulation.
func TestAlembicAgreesWithSimulation(t *testing.T) {
	const count = 20
	a := exportAlembic(t, recordWorld(t, count), Options{ZUp: true, Scale: 100})
	if s := a.Samplings[1]; s.Most != count || math.Abs(s.Step-1./30) > 1e-12 || len(s.Times) != 1 || math.Abs(s.Times[0]-1./30) > 1e-12 {
		t.Fatalf("times %+v", s)
	}
	zUp := func(v mgl32.Vec3, scale float64) []float64 {
		return []float64{scale * float64(v[0]), -scale * float64(v[2]), scale * float64(v[1])}
	}
	w := world(t)
	var s flock.Snapshot
	w.Snapshot(&s)
	for frame := range count {
		numbers := func(name string, n int) [][]float64 {
			return alembicNumbers(t, a, "/flock/bird:.geom/"+name, frame, n)
		}
		at, speed, ids := numbers("P", 3), numbers(".velocities", 3), numbers(".pointIds", 1)
		turn, phase := numbers(".arbGeomParams/orient", 4), numbers(".arbGeomParams/phase", 1)
		leading, gliding := numbers(".arbGeomParams/leading", 1), numbers(".arbGeomParams/gliding", 1)
		box := numbers(".selfBnds", 6)[0]
		if len(at) != boids || len(ids) != boids {
			t.Fatalf("frame %d has %d points and %d ids", frame+1, len(at), len(ids))
		}
		for i := range boids {
			far := func(got, want []float64) float64 { return distanceBetween([3]float64(got), [3]float64(want)) }
			if far(at[i], zUp(s.Pos[i], 100)) > 1e-2 || far(speed[i], zUp(s.Vel[i], 100)) > 1e-2 || ids[i][0] != float64(i) {
				t.Fatalf("frame %d, boid %d: at %v, velocity %v, id %v", frame+1, i, at[i], speed[i], ids[i])
			}
			q := cachedBird{3: turn[i][0], 4: turn[i][1], 5: turn[i][2], 6: turn[i][3]}
			nose, back := s.Vel[i].Normalize(), s.Up[i]
			for k, axis := range [][3]float64{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}} {
				want := zUp([...]mgl32.Vec3{nose, back, back.Cross(nose)}[k], 1)
				if d := distanceBetween(q.rotate(axis), [3]float64(want)); d > 1e-3 {
					t.Fatalf("frame %d, boid %d: axis %d is off by %g", frame+1, i, k, d)
				}
			}
			if math.Abs(phase[i][0]-float64(s.Phase[i])) > 1e-6 || leading[i][0] != float64(s.Flags[i]&flock.Leading) || (gliding[i][0] == 1) != (s.Flags[i]&flock.Gliding != 0) {
				t.Fatalf("frame %d, boid %d: phase %v, leading %v, gliding %v", frame+1, i, phase[i], leading[i], gliding[i])
			}
			for k := range 3 {
				if at[i][k] < box[k] || at[i][k] > box[3+k] {
					t.Fatalf("frame %d: boid %d is outside of the box %v", frame+1, i, box)
				}
			}
		}
		w.StepMany(2, &s)
	}
	if width := alembicNumbers(t, a, "/flock/bird:.geom/.widths", 3, 1); len(width) != 1 || math.Abs(width[0][0]-70) > 1e-4 {
		t.Errorf("width %v, want a wingspan of 70 cm", width)
	}
}

func TestAlembicSpecies(t *testing.T) {
	a := exportAlembic(t, huntRecording(t), Options{})
	for name, at := range map[string]func(frame, i int) Boid{"sparrow": sparrow, "sea_hawk": hawk} {
		for frame := range 6 {
			places := alembicNumbers(t, a, "/flock/"+name+":.geom/P", frame, 3)
			for i, id := range alembicNumbers(t, a, "/flock/"+name+":.geom/.pointIds", frame, 1) {
				if frame < 3 && id[0] == 2 {
					t.Errorf("frame %d: bird 2 is not absent", frame+1)
				}
				if p := at(frame, i).Pos; distanceBetween([3]float64(places[i]), [3]float64{float64(p[0]), float64(p[1]), float64(p[2])}) > 1e-5 {
					t.Errorf("frame %d: bird %g is at %v, want %v", frame+1, id[0], places[i], p)
				}
			}
		}
	}
	few := exportAlembic(t, huntRecording(t), Options{Boids: []Range{{0, 1, 1}}})
	if len(few.Objects) != 2 {
		t.Errorf("objects %v, want the transform and one species", few.Objects)
	}
}

func TestAlembicUnevenFrames(t *testing.T) {
	a := exportAlembic(t, recordWorld(t, 20), Options{Frames: []Range{{1, 2, 1}, {11, 11, 1}}})
	want := []float64{1. / 30, 2. / 30, 11. / 30}
	if s := a.Samplings[1]; s.Step != ogawatest.Acyclic || !slices.EqualFunc(s.Times, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
		t.Errorf("times %+v, want %v", s, want)
	}
}
