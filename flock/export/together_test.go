package export

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/models"
)

func target(t *testing.T, path string, o Options) Target {
	t.Helper()
	f, err := FormatOf("", path)
	if err != nil {
		t.Fatal(err)
	}
	if !f.Bird {
		o.Birds = nil
	}
	return Target{f, path, o}
}

func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all[path[len(dir):]] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Files that WriteAll writes have the same bytes as those written one by one.
func TestWriteAll(t *testing.T) {
	names := []string{"a.csv", "b.usdc", "c.abc", "e.parquet", "f.nc", "h.tidy.csv", "i.usda"}
	r, birds := huntRecording(t), huntModels()
	if !testing.Short() { // a built-in bird has large textures
		bird := birdWithStances(t)
		names, birds = append(names, "d.glb", "g.unity"), []models.Mix{models.Only(bird), models.Only(bird)}
	}
	alone, together := t.TempDir(), t.TempDir()
	var all []Target
	last := make([]int, len(names))
	for k, name := range names {
		o := Options{Birds: birds, FPS: Whole(60)}
		one := target(t, filepath.Join(alone, name), o)
		if err := one.Format.Write(context.Background(), one.Path, r, one.Options); err != nil {
			t.Fatal(err)
		}
		o.Progress = func(done, total int) {
			if done < last[k] || done > total {
				t.Errorf("%s: progress %d after %d of %d", name, done, last[k], total)
			}
			if last[k] = done; done == total {
				last[k] = 0
			}
		}
		all = append(all, target(t, filepath.Join(together, name), o))
	}
	if err := WriteAll(context.Background(), r, all); err != nil {
		t.Fatal(err)
	}
	got, want := tree(t, together), tree(t, alone)
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s differs: %d bytes, want %d", name, len(got[name]), len(text))
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
	for k, n := range last {
		if n != 0 {
			t.Errorf("%s: the progress ends at %d", names[k], n)
		}
	}
}

// If one of several exports fails in the first pass, no file appears.
func TestWriteAllFails(t *testing.T) {
	dir := t.TempDir()
	broken := errors.New("broken")
	stage := &Stage{View: func(f *Frame) (View, error) {
		if f.Number == 4 {
			return View{}, broken
		}
		return View{Hide: -1}, nil
	}}
	err := WriteAll(context.Background(), huntRecording(t), []Target{
		target(t, filepath.Join(dir, "a.abc"), Options{}), // one pass
		target(t, filepath.Join(dir, "b.usda"), Options{Birds: huntModels(), Stage: stage}),
		target(t, filepath.Join(dir, "c.nc"), Options{}),
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if files := tree(t, dir); len(files) > 0 {
		t.Errorf("%d files appeared", len(files))
	}
}

// If an export fails in a later pass, files that are complete by then stay.
func TestWriteAllFailsInALaterPass(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	bird := bakedBird(t)
	o := Options{Birds: []models.Mix{models.Only(bird), models.Only(bird)}, Progress: func(done, total int) {
		if 2*done > total {
			cancel()
		}
	}}
	err := WriteAll(ctx, huntRecording(t), []Target{
		target(t, filepath.Join(dir, "a.abc"), Options{}), // one pass
		target(t, filepath.Join(dir, "b.glb"), o),         // two passes
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	alone := filepath.Join(t.TempDir(), "a.abc")
	one := target(t, alone, Options{})
	if err := one.Format.Write(context.Background(), alone, huntRecording(t), one.Options); err != nil {
		t.Fatal(err)
	}
	if got, want := tree(t, dir), tree(t, filepath.Dir(alone)); !maps.Equal(got, want) {
		t.Errorf("%v appeared, want only a complete a.abc", slices.Sorted(maps.Keys(got)))
	}
}

// If two targets would write the same file, WriteAll returns an error and writes nothing.
func TestWriteAllNeedsDifferentFiles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	stage := &Stage{View: func(*Frame) (View, error) { return View{Hide: -1}, nil }}
	for _, c := range []struct {
		first, second string
		stage         *Stage
		want          string // file that the error names; empty: no error
	}{
		{filepath.Join(dir, "a.csv"), "a.csv", nil, "a.csv"},
		{"b/../a.csv", "a.csv", nil, "a.csv"},
		{"a.csv", "a_camera.csv", stage, "a_camera.csv"},
		{"a_camera.parquet", "a.parquet", stage, "a_camera.parquet"},
		{"shot_####.csv", "shot.csv", stage, "shot_camera.csv"},
		{"shot_####.csv", "shot_0002.csv", nil, "shot_0002.csv"},
		{"a.csv", "a_camera.csv", nil, ""},
		{"shot_####.csv", "shot.csv", nil, ""},
	} {
		err := WriteAll(context.Background(), huntRecording(t), []Target{target(t, c.first, Options{Stage: c.stage}), target(t, c.second, Options{Stage: c.stage})})
		if c.want == "" {
			if files := tree(t, dir); err != nil || len(files) < 2 {
				t.Errorf("%s, %s: error %v, %d files", c.first, c.second, err, len(files))
			}
			continue
		}
		if files := tree(t, dir); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), "two outputs write to "+c.want+";") || len(files) > 0 {
			t.Errorf("%s, %s: error %v, %d files", c.first, c.second, err, len(files))
		}
	}
}

func TestWriteAllNeedsTheSameFrames(t *testing.T) {
	dir := t.TempDir()
	for _, o := range []Options{{FPS: Whole(60)}, {ZUp: true}, {Frames: []Range{{1, 2, 1}}}, {Boids: []Range{{0, 1, 1}}}} {
		err := WriteAll(context.Background(), huntRecording(t), []Target{target(t, filepath.Join(dir, "a.csv"), Options{}), target(t, filepath.Join(dir, "b.abc"), o)})
		if !errors.Is(err, ErrOptions) {
			t.Errorf("%+v: error %v", o, err)
		}
	}
	if files := tree(t, dir); len(files) > 0 {
		t.Errorf("%d files appeared", len(files))
	}
}
