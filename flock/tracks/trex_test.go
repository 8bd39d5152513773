package tracks

import (
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// trexFolder returns a folder with the files of testdata/trex.
func trexFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	names, err := filepath.Glob("testdata/trex/*.base64")
	if err != nil || len(names) != 3 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		data, err := base64.StdEncoding.DecodeString(string(text)) // ignores ends of lines
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".base64")), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// testdata/trex.py wrote the files with NumPy. Fish 1 is first seen in the second frame, and is missing
// in the fourth. Y points down in the video, so fish 0 goes east and south.
func TestTRex(t *testing.T) {
	dir, three := trexFolder(t), 0.3
	tracks, frames := all(t, dir, Options{Height: &three})
	if tracks.FPS != 25 || tracks.Rows != 6 || len(frames) != 4 {
		t.Fatalf("there are %d rows and %d frames at %d a second, want 6, 4 and 25", tracks.Rows, len(frames), tracks.FPS)
	}
	for k, ids := range [][]int32{{0}, {0, 1}, {0, 1}, {0}} {
		if !slices.Equal(frames[k].IDs, ids) {
			t.Errorf("frame %d has the birds %v, want %v", k+1, frames[k].IDs, ids)
		}
	}
	for _, c := range []struct {
		frame, id int
		want      mgl32.Vec3
	}{{0, 0, mgl32.Vec3{0, 0.3, 0.05}}, {3, 0, mgl32.Vec3{0.03, 0.3, 0.08}}, {1, 1, mgl32.Vec3{0.105, 0.3, 0.01}}, {2, 1, mgl32.Vec3{0.115, 0.3, 0.02}}} {
		if got := positionOf(t, &frames[c.frame], c.id); got.Sub(c.want).Len() > 1e-6 {
			t.Errorf("frame %d: bird %d is at %v, want %v", c.frame+1, c.id, got, c.want)
		}
	}
	if _, frames = all(t, filepath.Join(dir, "video_fish1.npz"), Options{Unit: 1}); len(frames) != 2 || frames[0].Pos[0] != (mgl32.Vec3{10.5, 20, 1}) {
		t.Errorf("one file in metres: %v", frames)
	}
}

func TestTRexRefused(t *testing.T) {
	dir := trexFolder(t)
	data, err := os.ReadFile(filepath.Join(dir, "video_fish0.npz"))
	if err != nil {
		t.Fatal(err)
	}
	twice := filepath.Dir(save(t, "a_fish0.npz", string(data)))
	if err := os.WriteFile(filepath.Join(twice, "b_fish0.npz"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		t.TempDir(): "no tracks: a folder must hold the npz files of TRex",
		twice:       "b_fish0.npz: bird 0 is also in a_fish0.npz",
		filepath.Join(dir, "video_posture_fish0.npz"):                           "must hold arrays X#wcentroid, Y#wcentroid and time",
		save(t, "cut.npz", string(data[:len(data)/2])):                          "not an npz file, or a damaged one",
		save(t, "kind.npz", strings.ReplaceAll(string(data), "'<f8'", "'>f8'")): "array time",
		filepath.Join(t.TempDir(), "none.npz"):                                  "no such file",
	} {
		if _, err := Read(context.Background(), path, Options{}); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want %s", path, err, want)
		}
	}
	for at := range data { // damaged data may give an error but must not panic
		bad := slices.Clone(data)
		bad[at] ^= 0x55
		_, _ = Read(context.Background(), save(t, "bad.npz", string(bad)), Options{})
	}
}

// The header of an array may lie about its length, its kind or its size.
func TestArraysRefused(t *testing.T) {
	const head = "\x93NUMPY\x01\x00"
	for _, text := range []string{
		"", head, head + "\xff\xff{}", "\x93NUMPY\x02\x00\xff\xff\xff\xff{}",
		head + "\x2c\x00{'descr': '<f8', 'shape': (9999999999999,)} ",
		head + "\x28\x00{'descr': '<f8', 'shape': (2, 3)}       12345678",
		head + "\x28\x00{'descr': '<c8', 'shape': (1,)}         12345678",
		head + "\x28\x00{'descr': '<f8', 'shape': (2,)}         12345678",
	} {
		if all, err := parseArray([]byte(text)); err == nil {
			t.Errorf("%q gives %v, want an error", text, all)
		}
	}
}
