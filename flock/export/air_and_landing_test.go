package export

import (
	"context"
	"encoding/csv"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/parquet-go/parquet-go"

	"skein/flock"
)

// Tables have the velocities over the ground and through the air in the export's axes and units, and mark
// perched birds, also between recorded frames.
func TestAirInTables(t *testing.T) {
	ground, air := mgl32.Vec3{3, 1, 4}, mgl32.Vec3{-5, 1, 4}
	r := newRecording(t, 30, 3, func(frame int, s *flock.Snapshot) {
		pos := mgl32.Vec3{1, 2, 3}.Add(ground.Mul(float32(frame) / 30))
		setBoids(s, Boid{Pos: pos, Vel: ground, Up: mgl32.Vec3{0, 1, 0}}, Boid{Vel: mgl32.Vec3{0, 0, 0.02}, Up: mgl32.Vec3{0, 1, 0}, Flags: flock.Perched})
		s.Air = []mgl32.Vec3{air, s.Vel[1]}
	})
	text, err := exportCSV(t, r, Options{FPS: Whole(60), ZUp: true, Scale: 100})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 6 {
		t.Fatalf("%d rows", len(rows))
	}
	index := map[string]int{}
	for k, name := range rows[0] {
		index[name] = k
	}
	for n, row := range rows[1:] {
		want := map[string]float64{"vx": 300, "vy": -400, "vz": 100, "airx": -500, "airy": -400, "airz": 100, "perched": 0}
		if n%2 == 1 {
			want = map[string]float64{"vx": 0, "vy": -2, "vz": 0, "airx": 0, "airy": -2, "airz": 0, "perched": 1}
		}
		for name, x := range want {
			if got, err := strconv.ParseFloat(row[index[name]], 64); err != nil || math.Abs(got-x) > 2e-3 {
				t.Errorf("row %d: %s is %q, want %v", n+1, name, row[index[name]], x)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "run.parquet")
	f, err := FormatOf("", path)
	if err == nil {
		err = f.Write(context.Background(), path, r, Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	flown, err := parquet.ReadFile[tableRow](path)
	if err != nil || len(flown) != 6 {
		t.Fatalf("%d rows, %v", len(flown), err)
	}
	for n, row := range flown {
		if n%2 == 0 && (row.AirX != -5 || row.AirY != 1 || row.AirZ != 4 || row.Perched || row.Vx != 3) || n%2 == 1 && !row.Perched {
			t.Errorf("Parquet row %d has the wrong air velocity or perched: %+v", n+1, row)
		}
	}
}

func TestLandingInTables(t *testing.T) {
	r := newRecording(t, 30, 3, func(frame int, s *flock.Snapshot) {
		b := Boid{Vel: mgl32.Vec3{0, 0, 1}, Up: mgl32.Vec3{0, 1, 0}, Flags: []flock.Flags{0, flock.Landing, flock.Perched}[frame]}
		setBoids(s, b)
	})
	text, err := exportCSV(t, r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.parquet")
	f, err := FormatOf("", path)
	if err == nil {
		err = f.Write(context.Background(), path, r, Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	typed, err := parquet.ReadFile[struct {
		Perched bool `parquet:"perched"`
		Landing bool `parquet:"landing"`
	}](path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if !strings.HasSuffix(lines[0], ",landing,name") || len(lines) != 4 || len(typed) != 3 {
		t.Fatalf("the CSV has %d lines below the header %s, and Parquet %d rows; want 3 and the columns landing and name", len(lines)-1, lines[0], len(typed))
	}
	for frame, landing := range []string{"0", "1", "0"} {
		cells := strings.Split(lines[1+frame], ",")
		if got := cells[len(cells)-2]; got != landing || typed[frame].Landing != (landing == "1") || typed[frame].Perched != (frame == 2) {
			t.Errorf("frame %d: landing is %s, want %s; in Parquet %+v", frame+1, got, landing, typed[frame])
		}
	}
}

func TestBirdsHeadIntoTheWind(t *testing.T) {
	air := mgl32.Vec3{0, 0, 9}
	r := newRecording(t, 30, 2, func(frame int, s *flock.Snapshot) {
		setBoids(s, Boid{Pos: mgl32.Vec3{9 * float32(frame) / 30, 5, 0}, Vel: mgl32.Vec3{9, 0, 0}, Up: mgl32.Vec3{0, 1, 0}})
		s.Air = []mgl32.Vec3{air}
	})
	s, err := NewSource(r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = s.ForEachFrame(context.Background(), func(f *Frame) error {
		if ahead := f.Boids[0].Rotation.Rotate(mgl32.Vec3{0, 0, 1}); ahead.Sub(mgl32.Vec3{0, 0, 1}).Len() > 1e-5 {
			t.Errorf("frame %d: the bird faces %v, want along z", f.Number, ahead)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
