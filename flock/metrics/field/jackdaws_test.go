package field

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/vec"
)

// jackdaws reads a flight of real jackdaws. The columns of the file are the id, the time in seconds, the
// position and the velocity, with Z up.
func jackdaws(t *testing.T, path string) (frames []Frame) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		var x [8]float64
		for k := range x {
			if x[k], err = strconv.ParseFloat(row[k], 64); err != nil {
				t.Fatal(err)
			}
		}
		if len(frames) == 0 || frames[len(frames)-1].Seconds != x[1] {
			frames = append(frames, Frame{Seconds: x[1]})
		}
		f := &frames[len(frames)-1]
		f.ID = append(f.ID, int32(x[0]))
		f.Pos = append(f.Pos, mgl32.Vec3{float32(x[2]), float32(x[4]), float32(-x[3])})
		f.Vel = append(f.Vel, mgl32.Vec3{float32(x[5]), float32(x[7]), float32(-x[6])})
	}
	return frames
}

// Figures of three flights of wild jackdaws (Ling et al. 2019, Nature Communications 10, 5174; data CC BY 4.0
// in the folder SKEIN_FIELD) agree with values computed independently of skein: mean polarization, mean
// vertical component of the thinnest axis, and median distance to the nearest neighbour, over every fifth
// frame with at least ten birds. In two flights, the flock contains all birds, and the scorecard agrees, too.
func TestJackdaws(t *testing.T) {
	dir := os.Getenv("SKEIN_FIELD")
	if dir == "" {
		t.Skip("set SKEIN_FIELD to the folder with the jackdaws' flights")
	}
	for name, want := range map[string]struct {
		polarization, gravity, nearest float64
		whole                          bool
	}{
		"jackdaws-transit-02.csv": {0.954, 0.88, 1.28, false},
		"jackdaws-transit-05.csv": {0.988, 0.94, 1.77, true},
		"jackdaws-transit-06.csv": {0.923, 0.96, 2.24, true},
	} {
		var order, gravity, nearest []float64
		c := NewCard(0.7)
		for k, f := range jackdaws(t, filepath.Join(dir, name)) {
			c.Frame(&f)
			if k%5 > 0 || len(f.ID) < 10 {
				continue
			}
			instant := new(idMap).instant(&f)
			all := newCloud(instant.pos, instant.vel, 0.7)
			order = append(order, vec.Mean(headings(instant.vel)).Length())
			gravity = append(gravity, math.Abs(all.shape.Directions[0][1]))
			for _, n := range all.near {
				nearest = append(nearest, math.Sqrt(n[0].D2))
			}
		}
		slices.Sort(nearest)
		wantWithin(t, name+": polarization of all", mean(order), want.polarization, 0.001)
		wantWithin(t, name+": thinnest axis of all", mean(gravity), want.gravity, 0.006)
		wantWithin(t, name+": median of all nearest", nearest[len(nearest)/2], want.nearest, 0.015)
		if whole := value(c, "together", 0) == 100; whole != want.whole {
			t.Errorf("%s: all birds are one flock: %v, want %v", name, whole, want.whole)
		}
		if want.whole {
			wantWithin(t, name+": polarization", value(c, "polarization", 0), want.polarization, 0.005)
			wantWithin(t, name+": thinnest axis", value(c, "gravity", 0), want.gravity, 0.02)
		}
	}
}

// The scorecard of jackdaws agrees with means over all frames of two flights, computed independently of
// skein, within three standard errors. The scorecard measures 7 and 11 frames of these flights.
func TestJackdawCard(t *testing.T) {
	dir := os.Getenv("SKEIN_FIELD")
	if dir == "" {
		t.Skip("set SKEIN_FIELD to the folder with the jackdaws' flights")
	}
	jackdaw, ok := SpeciesNamed("jackdaw")
	if !ok {
		t.Fatal("there is no scorecard of jackdaws")
	}
	type spread struct{ mean, deviation float64 }
	for name, want := range map[string]map[string]spread{
		"jackdaws-transit-05.csv": {"small_nearest": {2.564, 0.248}, "small_polarization": {0.988, 0.002}, "small_speed": {0.099, 0.007}, "small_together": {100, 0}},
		"jackdaws-transit-06.csv": {"small_nearest": {2.755, 0.246}, "small_polarization": {0.924, 0.034}, "small_speed": {0.113, 0.020}, "small_together": {100, 0}},
	} {
		c := NewCard(0.7)
		for _, f := range jackdaws(t, filepath.Join(dir, name)) {
			c.Frame(&f)
		}
		for _, l := range jackdaw.Lines(c) {
			w, ok := want[l.Key]
			if !ok || l.Value == nil {
				t.Errorf("%s: the row %s is not expected, or has no value", name, l.Key)
				continue
			}
			wantWithin(t, name+": "+l.Key, *l.Value, w.mean, 3*w.deviation/math.Sqrt(7)+0.0005)
			if l.Pass != nil && !*l.Pass {
				t.Errorf("%s: real jackdaws fail the row %s with %v", name, l.Key, *l.Value)
			}
		}
	}
}
