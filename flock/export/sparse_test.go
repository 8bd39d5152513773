package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"path/filepath"
	"strconv"
	"testing"

	"skein/flock"
	"skein/flock/recording"
)

// hourly returns a recording with a frame per hour, in which a bird flies along X at 5 m/s.
func hourly(t *testing.T) *recording.Reader {
	t.Helper()
	meta := recording.Meta{TickRate: 10, FPS: 1, Period: 3600, Imported: "tracks.csv", Flock: recording.Flock{Count: 1}}
	return newRecordingOf(t, meta, 5, func(frame int, s *flock.Snapshot) []flock.Event {
		b := circlingBird(0)
		b.Pos, b.Vel, b.Air, b.Up = [3]float32{18_000 * float32(frame), 100, 0}, [3]float32{5, 0, 0}, [3]float32{5, 0, 0}, [3]float32{0, 1, 0}
		b.Phase = float32(frame) / 8
		s.IDs, s.Tick = []int32{0}, int64(frame)*36_000
		setBoids(s, b)
		return nil
	})
}

// A recording with a frame per hour becomes an animation with a frame per second. Its velocities fit its own
// times, but tables have the recording's times.
func TestLessThanOneFramePerSecond(t *testing.T) {
	r := hourly(t)
	usual := 0.0
	last := 0.0
	for k, f := range frames(t, r, Options{FPS: Whole(4)}) {
		b := f.Boids[0]
		if k == 0 {
			s, err := NewSource(r, Options{})
			if err != nil {
				t.Fatal(err)
			}
			usual = s.flocks[0].beat
		}
		if f.Seconds != float64(k)/4 || math.Abs(float64(b.Pos[0])-4500*float64(k)) > 1 || math.Abs(float64(b.Vel[0])-18_000) > 20 {
			t.Errorf("frame %d: the bird is at %v m and %v s with %v m/s, want %d, %v and 18000", f.Number, b.Pos[0], f.Seconds, b.Vel[0], 4500*k, float64(k)/4)
		}
		if beats := 4 * (b.Turns - last); k > 0 && math.Abs(beats-usual) > 0.5 {
			t.Errorf("frame %d: %v wingbeats per second, want %v", f.Number, beats, usual)
		}
		last = b.Turns
	}
	for rate, step := range map[Rate]float64{{}: 3600, {1, 600}: 600, {1, 7200}: 7200} {
		var out bytes.Buffer
		table, err := FormatOf("csv", "")
		if err != nil {
			t.Fatal(err)
		}
		s, err := table.Source(r, Options{FPS: rate})
		if err != nil {
			t.Fatal(err)
		}
		if err := CSV(context.Background(), &out, s); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(rows) != 2+int(4*3600/step) {
			t.Fatalf("%v: %d rows, want %d (error %v)", rate, len(rows), 2+int(4*3600/step), err)
		}
		for k, row := range rows[1:] {
			at, _ := strconv.ParseFloat(row[1], 64)
			x, _ := strconv.ParseFloat(row[3], 64)
			speed, _ := strconv.ParseFloat(row[6], 64)
			if at != float64(k)*step || math.Abs(x-5*at) > 1 || math.Abs(speed-5) > 0.01 {
				t.Errorf("%v: row %d is %v", rate, k+1, row)
			}
		}
	}
}

// xarray reads a recording with a frame per hour.
func TestSparseNetCDF(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.nc")
	f, err := FormatOf("", path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(context.Background(), path, hourly(t), Options{}); err != nil {
		t.Fatal(err)
	}
	const script = `import json, sys, xarray
d = xarray.open_dataset(sys.argv[1])
print(json.dumps({"time": d.time.values.tolist(), "x": d.position.sel(space="x").values.ravel().tolist(),
  "vx": d.velocity.sel(space="x").values.ravel().tolist(), "fps": float(d.attrs["fps"])}))`
	var got struct {
		Time, X, Vx []float64
		FPS         float64
	}
	if err := json.Unmarshal(python(t, "netCDF4, xarray", script, path), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Time) != 5 || math.Abs(got.FPS-1.0/3600) > 1e-12 {
		t.Fatalf("xarray reads the times %v and %v frames per second", got.Time, got.FPS)
	}
	for k := range got.Time {
		if got.Time[k] != 3600*float64(k) || got.X[k] != 18_000*float64(k) || got.Vx[k] != 5 {
			t.Errorf("frame %d: the bird is at %v m and %v s with %v m/s, want %d, %d and 5", k, got.X[k], got.Time[k], got.Vx[k], 18_000*k, 3600*k)
		}
	}
}
