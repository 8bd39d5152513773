package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"skein/flock"
	"skein/flock/recording"
)

func exportCSV(t *testing.T, r *recording.Reader, o Options) (string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.csv")
	f, err := FormatOf("", path)
	if err != nil {
		t.Fatal(err)
	}
	err = f.Write(context.Background(), path, r, o)
	text, _ := os.ReadFile(path)
	return string(text), err
}

func TestCSVAgreesWithSimulation(t *testing.T) {
	const frames = 90
	text, err := exportCSV(t, recordWorld(t, frames), Options{})
	if err != nil {
		t.Fatal(err)
	}
	in := csv.NewReader(strings.NewReader(text))
	head, err := in.Read()
	if err != nil || strings.Join(head, ",") != "frame,time,id,px,py,pz,vx,vy,vz,ux,uy,uz,phase,gliding,leading,jumped,species,perched,airx,airy,airz,landing,name" {
		t.Fatalf("header %v, %v", head, err)
	}
	isFloat := regexp.MustCompile(`^-?[0-9]+\.[0-9]+$`)
	w := world(t)
	var s flock.Snapshot
	leaders, gliders := 0, 0
	for frame := 1; frame <= frames; frame++ {
		w.Snapshot(&s)
		for i := range boids {
			row, err := in.Read()
			if err != nil {
				t.Fatal(err)
			}
			for _, cell := range append(row[3:13:13], row[1]) {
				if !isFloat.MatchString(cell) {
					t.Fatalf("%q in %v is not written as a float", cell, row)
				}
			}
			if diff := cmp.Diff(wantRow(frame, i, &s), parseRow(t, row)); diff != "" {
				t.Fatalf("frame %d, boid %d: the row differs from the frame: %s", frame, i, diff)
			}
			leaders += int(s.Flags[i] & flock.Leading)
			gliders += int(s.Flags[i] & flock.Gliding)
		}
		w.Step()
		w.Step()
	}
	if _, err := in.Read(); err == nil {
		t.Error("there are too many rows")
	}
	if leaders == 0 || gliders == 0 {
		t.Errorf("there are %d leaders and %d gliders; the test needs both", leaders, gliders)
	}
}

// The column "jumped" marks boids that jumped since the previous exported frame. CSV and Parquet agree.
func TestJumpedColumn(t *testing.T) {
	r := newRecording(t, 30, 9, func(frame int, s *flock.Snapshot) {
		still := Boid{Vel: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
		jumper := still
		if frame == 0 || frame == 3 || frame == 6 {
			jumper.Flags = flock.Jumped
		}
		setBoids(s, still, jumper)
	})
	for list, want := range map[string]string{ // birds jump before frames 4 and 7; the first exported frame has no jump
		"1-": "4 7", "1-9:3": "4 7", "1,6,9": "6 9", "1,2,5,6": "5", "5-": "7", "8-9": "",
	} {
		frames, err := ParseFrames(list)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Frames: frames}
		text, err := exportCSV(t, r, o)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSource(r, o)
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
		var got []string
		for k, row := range rows[1:] {
			if (row[15] == "1") != typed[k].Jumped || row[2] == "0" && typed[k].Jumped {
				t.Errorf("%s: the row %v has another jump than in Parquet, %v", list, row, typed[k])
			}
			if row[15] == "1" {
				got = append(got, row[0])
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: boid 1 jumped into frames %v, want %s", list, got, want)
		}
	}
}

type values struct {
	Frame, ID int
	Time      float64
	Floats    [10]float32
	Flags     [3]string // gliding, leading, jumped
	Species   string
}

func wantRow(frame, i int, s *flock.Snapshot) values {
	flag := map[bool]string{true: "1", false: "0"}
	p, v, u := s.Pos[i], s.Vel[i], s.Up[i]
	return values{
		Frame: frame, ID: i, Time: float64(frame-1) / 30,
		Floats:  [10]float32{p[0], p[1], p[2], v[0], v[1], v[2], u[0], u[1], u[2], s.Phase[i]},
		Flags:   [3]string{flag[s.Flags[i]&flock.Gliding != 0], flag[s.Flags[i]&flock.Leading != 0], "0"},
		Species: "boid", // the scene names no species
	}
}

func parseRow(t *testing.T, row []string) (v values) {
	t.Helper()
	var errs [4]error
	v.Frame, errs[0] = strconv.Atoi(row[0])
	v.Time, errs[1] = strconv.ParseFloat(row[1], 64)
	v.ID, errs[2] = strconv.Atoi(row[2])
	for c := range v.Floats {
		x, err := strconv.ParseFloat(row[3+c], 32)
		if err != nil {
			errs[3] = err
		}
		v.Floats[c] = float32(x)
	}
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	v.Flags, v.Species = [3]string(row[13:16]), row[16]
	return v
}

func TestCSVFrames(t *testing.T) {
	r := recordWorld(t, 12)
	for list, want := range map[string]string{
		"3":         "[3]",
		"1-3,11-":   "[1 2 3 11 12]",
		"2-12:5, 4": "[2 4 7 12]",
		"2-12x5, 4": "[2 4 7 12]",
		"3-x4":      "[3 7 11]",
	} {
		frames, err := ParseFrames(list)
		if err != nil {
			t.Fatal(err)
		}
		progress := ""
		text, err := exportCSV(t, r, Options{Frames: frames, Progress: func(done, total int) {
			progress = fmt.Sprintf("%d of %d", done, total)
		}})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := 1; i < len(rows); i += boids {
			got = append(got, rows[i][0])
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s selects the frames %v, want %s", list, got, want)
		}
		if progress != fmt.Sprintf("%d of %d", len(got), len(got)) {
			t.Errorf("%s: progress ends at %s, want the number of frames", list, progress)
		}
	}
	for _, list := range []string{"0", "-3", "3-1", "1:2", "1-2:0", "a", "", "1,,2", "99999999999", "1x2", "1-9x", "1-9x2x2", "1-9:2x2"} {
		if frames, err := ParseFrames(list); err == nil {
			t.Errorf("%q is read as %v, want an error", list, frames)
		}
	}
	for _, list := range []string{"13", "1-13", "13-", "12-99:3"} {
		frames, err := ParseFrames(list)
		if err != nil {
			t.Fatal(err)
		}
		_, err = exportCSV(t, r, Options{Frames: frames})
		if !errors.Is(err, ErrOptions) || err.Error() != "frames "+list+": the recording has 1-12" {
			t.Errorf("%s: %v", list, err)
		}
	}
}

func TestFloats(t *testing.T) {
	for x, want := range map[float32]string{
		0: "0.0", 1: "1.0", -12: "-12.0", 0.1: "0.1", -0.25: "-0.25", 1e-10: "0.0000000001", 1 << 24: "16777216.0",
	} {
		if got := string(appendFloat32(nil, x)); got != want {
			t.Errorf("%v is written as %s, want %s", x, got, want)
		}
	}
	if got := string(appendFloat32(nil, float32(math.Copysign(0, -1)))); got != "-0.0" {
		t.Errorf("-0 is written as %s, want -0.0", got)
	}
}

// With one file per frame, each file has the rows of its frame.
func TestCSVFiles(t *testing.T) {
	r := recordWorld(t, 12)
	one, err := exportCSV(t, r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	pattern := filepath.Join(dir, "shot", "flock_####.csv")
	f, err := FormatOf("", pattern)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Frames: []Range{{3, 11, 4}}}
	for _, pattern := range []string{pattern, pattern, filepath.Join(dir, "flock_####.csv")} {
		if err := f.Write(context.Background(), pattern, r, o); err != nil {
			t.Fatal(err)
		}
		checkFiles(t, pattern, one)
		if err := f.Write(context.Background(), pattern, r, Options{}); !errors.Is(err, fs.ErrExist) {
			t.Errorf("writing over existing files: error %v, want that they exist", err)
		}
		o.Force = true
	}
}

// A file name with # is an error for a format that cannot write one file per frame.
func TestFilePerFrameIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "flock_####.parquet")
	f, err := FormatOf("", path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(context.Background(), path, recordWorld(t, 2), Options{}); !errors.Is(err, ErrOptions) {
		t.Error(err)
	}
}

func checkFiles(t *testing.T, pattern, one string) {
	t.Helper()
	for _, frame := range []int{3, 7, 11} {
		text, err := os.ReadFile(strings.Replace(pattern, "####", fmt.Sprintf("%04d", frame), 1))
		if err != nil {
			t.Fatal(err)
		}
		want := tableHeader()
		for _, row := range strings.SplitAfter(one, "\n") {
			if strings.HasPrefix(row, fmt.Sprintf("%d,", frame)) {
				want += row
			}
		}
		if string(text) != want {
			t.Errorf("the file of frame %d differs", frame)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(filepath.Dir(pattern), "*.*")); len(files) != 3 {
		t.Errorf("the files are %v, want 3", files)
	}
}

// Folders, devices and pipes are never replaced or written to, even with force.
func TestSpecialFiles(t *testing.T) {
	r := recordWorld(t, 2)
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink("/dev/null", link); err != nil {
		t.Skip(err)
	}
	for _, force := range []bool{false, true} {
		for path, want := range map[string]string{dir: "is a folder", link: "is a device or a pipe", "/dev/null": "is a device or a pipe"} {
			f, err := FormatOf("csv", path)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Write(context.Background(), path, r, Options{Force: force}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want that the output %s", path, err, want)
			}
		}
	}
	if to, err := os.Readlink(link); err != nil || to != "/dev/null" {
		t.Errorf("the link leads to %s (error %v), want /dev/null", to, err)
	}
}

func TestCSVStops(t *testing.T) {
	r := recordWorld(t, 5)
	s, err := NewSource(r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := CSV(ctx, &bytes.Buffer{}, s); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := CSV(context.Background(), full{}, s); !errors.Is(err, errFull) {
		t.Errorf("writing to a full disk: error %v, want no space left", err)
	}
}

var errFull = errors.New("no space left on device")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
