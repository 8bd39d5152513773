package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/flock"
	"skein/flock/recording"
)

const poseScript = `
import json, sys
import netCDF4, xarray
d = xarray.open_dataset(sys.argv[1])
n = netCDF4.Dataset(sys.argv[1])
assert n.data_model == "NETCDF3_64BIT_OFFSET", n.data_model
assert (n["position"][:].filled(float("nan")).astype("float64").tobytes() == d.position.values.astype("float64").tobytes())
nan = lambda x: [nan(v) for v in x] if isinstance(x, list) else None if x != x else x
print(json.dumps({
    "dims": {v: list(d[v].dims) for v in d.variables}, "attrs": {k: str(v) for k, v in d.attrs.items()},
    "space": d.space.values.tolist(), "individual": d.individual.values.tolist(), "species": d.species.values.tolist(),
    "time": d.time.values.tolist(), "position": nan(d.position.values.tolist()), "velocity": nan(d.velocity.values.tolist()),
    "confidence": nan(d.confidence.values.tolist()), "leading": d.leading.values.tolist(),
}))
`

// python runs a script with Debian's Python and returns its output. It skips the test if a module is
// missing.
func python(t *testing.T, modules, script string, args ...string) []byte {
	t.Helper()
	const program = "/usr/bin/python3"
	if err := exec.Command(program, "-c", "import "+modules).Run(); err != nil {
		t.Skipf("%s lacks one of the modules %s", program, modules)
	}
	var complaints strings.Builder
	c := exec.Command(program, append([]string{"-c", script}, args...)...)
	c.Stderr = &complaints
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaints.String())
	}
	return out
}

// xarray and netCDF4 read the dataset of the Python package "movement". An absent bird is NaN.
func TestNetCDF(t *testing.T) {
	meta := recording.Meta{TickRate: 30, FPS: 30, Imported: "tracks.csv", Flock: recording.Flock{Count: 7}, Seed: 5, Scenario: "flight"}
	r := newRecordingOf(t, meta, 30, func(frame int, s *flock.Snapshot) []flock.Event {
		var all []Boid
		s.IDs = nil
		for _, id := range []int{2, 5, 6} {
			if isPresent(id, frame) {
				all, s.IDs = append(all, flightOf(id, float64(frame))), append(s.IDs, int32(id))
			}
		}
		setBoids(s, all...)
		for i := range s.Flags {
			if frame > 20 && s.IDs[i] == 5 {
				s.Flags[i] = flock.Leading
			}
		}
		return nil
	})
	path := filepath.Join(t.TempDir(), "run.nc")
	f, err := FormatOf("", path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(context.Background(), path, r, Options{ZUp: true}); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(context.Background(), path, r, Options{Stage: &Stage{}, Force: true}); !errors.Is(err, ErrOptions) {
		t.Errorf("with a camera the error is %v, want one about the options", err)
	}
	var got struct {
		Dims                       map[string][]string
		Attrs                      map[string]string
		Space, Individual, Species []string
		Time                       []float64
		Position, Velocity         [][][][]*float64 // time, space, keypoint, individual
		Confidence                 [][][]*float64
		Leading                    [][]int
	}
	if err := json.Unmarshal(python(t, "netCDF4, xarray", poseScript, path), &got); err != nil {
		t.Fatal(err)
	}
	if d := strings.Join(got.Dims["position"], " "); d != "time space keypoint individual" {
		t.Errorf("the dimensions of position are %s", d)
	}
	if !slices.Equal(got.Space, []string{"x", "y", "z"}) || !slices.Equal(got.Individual, []string{"2", "5", "6"}) || !slices.Equal(got.Species, []string{"boid", "boid", "boid"}) {
		t.Errorf("the labels are %v, %v and %v", got.Space, got.Individual, got.Species)
	}
	if a := got.Attrs; a["ds_type"] != "poses" || a["fps"] != "30.0" || a["time_unit"] != "seconds" || a["seed"] != "5" || a["up_axis"] != "z" {
		t.Errorf("the attributes are %v", a)
	}
	ids := []int{2, 5, 6}
	all := frames(t, r, Options{ZUp: true})
	if len(got.Time) != len(all) {
		t.Fatalf("there are %d times of %d frames", len(got.Time), len(all))
	}
	for k, f := range all {
		if got.Time[k] != f.Seconds {
			t.Errorf("frame %d has the time %v, want %v", k, got.Time[k], f.Seconds)
		}
		for i, id := range ids {
			index := slices.IndexFunc(f.Boids, func(b Boid) bool { return b.ID == id })
			if present := got.Confidence[k][0][i] != nil; present != (index >= 0) {
				t.Fatalf("frame %d: bird %d is present: %v, want the opposite", k, id, present)
			}
			if index < 0 {
				if got.Position[k][0][0][i] != nil || got.Leading[k][i] != 0 {
					t.Fatalf("frame %d: the absent bird %d is at %v", k, id, *got.Position[k][0][0][i])
				}
				continue
			}
			b := &f.Boids[index]
			for axis := range 3 {
				if x, v := *got.Position[k][axis][0][i], *got.Velocity[k][axis][0][i]; math.Abs(x-float64(b.Pos[axis])) > 0 || math.Abs(v-float64(b.Vel[axis])) > 0 {
					t.Fatalf("frame %d: bird %d has %v and %v along axis %d, want %v and %v", k, id, x, v, axis, b.Pos[axis], b.Vel[axis])
				}
			}
			if leads := got.Leading[k][i] == 1; leads != (b.Flags&flock.Leading != 0) {
				t.Errorf("frame %d: bird %d leads: %v, want the opposite", k, id, leads)
			}
		}
	}
}

// Every table has the names of imported birds, even with commas, quotes and letters beyond ASCII.
func TestNamesOfImportedBirds(t *testing.T) {
	names := []string{"Anna", "bob, the 2nd", `"Zoë"`}
	path := filepath.Join(t.TempDir(), "run.mcap")
	ids := recording.File{Name: recording.NamesFile, MediaType: "text/csv", Data: []byte("id,name\n0,Anna\n1,\"bob, the 2nd\"\n2,\"\"\"Zoë\"\"\"\n")}
	out, err := recording.Create(path, recording.Meta{TickRate: 30, FPS: 30, Imported: "t.csv", Flock: recording.Flock{Count: 4}}, recording.Options{Files: []recording.File{ids}})
	if err != nil {
		t.Fatal(err)
	}
	var s flock.Snapshot
	for frame := range 2 {
		s.TickRate, s.Tick, s.IDs = 30, int64(frame), []int32{0, 1, 2, 3}
		var all []Boid
		for id := range 4 {
			all = append(all, flightOf(id, float64(frame)))
		}
		setBoids(&s, all...)
		if err := out.Frame(&s); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	source, err := NewSource(r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := append(slices.Clone(names), "3") // the name of a bird without a name is its id
	var whole, tidy bytes.Buffer
	if err := errors.Join(CSV(context.Background(), &whole, source), Tidy(context.Background(), &tidy, source)); err != nil {
		t.Fatal(err)
	}
	for column, text := range map[string]*bytes.Buffer{"name": &whole, "id": &tidy} {
		rows, err := csv.NewReader(text).ReadAll()
		if err != nil || len(rows) != 9 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		index := slices.Index(rows[0], column)
		for i, row := range rows[1:] {
			if row[index] != want[i%4] {
				t.Errorf("row %d has the name %q, want %q", i, row[index], want[i%4])
			}
		}
	}
	var file bytes.Buffer
	if err := NetCDF(context.Background(), &file, source); err != nil {
		t.Fatal(err)
	}
	path += ".nc"
	if err := os.WriteFile(path, file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	var got []string
	script := "import json, sys, xarray; print(json.dumps(xarray.open_dataset(sys.argv[1]).individual.values.tolist()))"
	if err := json.Unmarshal(python(t, "netCDF4, xarray", script, path), &got); err != nil || !slices.Equal(got, want) {
		t.Errorf("xarray reads the names %q (error %v), want %q", got, err, want)
	}
}

// The notebook in the guide runs, and draws a picture of a flight.
func TestNotebookOfTheGuide(t *testing.T) {
	text, err := os.ReadFile("../../ui/guide/exporting.md")
	if err != nil {
		t.Fatal(err)
	}
	_, cell, found := strings.Cut(string(text), "```python\n")
	cell, _, ends := strings.Cut(cell, "```")
	if !found || !ends {
		t.Fatal("exporting.md has no cell of Python")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	f, err := FormatOf("", "run.nc")
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(context.Background(), "run.nc", recordWorld(t, 40), Options{ZUp: true}); err != nil {
		t.Fatal(err)
	}
	python(t, "netCDF4, xarray, matplotlib", "import matplotlib; matplotlib.use('Agg')\n"+cell+"\nassert 0 < float(polarization.min()) <= float(polarization.max()) <= 1.000001")
	file, err := os.Open("flight.png")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if size, err := png.DecodeConfig(file); err != nil || size.Width < 900 {
		t.Errorf("flight.png has a width of %d pixels (error %v), want at least 900", size.Width, err)
	}
}
