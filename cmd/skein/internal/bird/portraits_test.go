package bird

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"skein/cmd/skein/internal/testfiles"
)

func TestPortraits(t *testing.T) {
	dir := t.TempDir()
	gull, err := os.ReadFile("../../../../models/gull.glb")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "more"), 0o755); err != nil {
		t.Fatal(err)
	}
	testfiles.Write(t, filepath.Join(dir, "more", "Seabird.GLB"), string(gull))
	testfiles.Write(t, filepath.Join(dir, "broken.glb"), "not a model")
	testfiles.Write(t, filepath.Join(dir, "notes.txt"), "one model")
	lone, empty := filepath.Join(t.TempDir(), "lone.gltf"), t.TempDir()
	testfiles.Write(t, lone, "{}")
	var files []string
	Portraits(context.Background(), []string{dir, lone, filepath.Join(dir, "notes.txt"), empty}, func(p Portrait) {
		good := filepath.Base(p.File) == "Seabird.GLB"
		if good != (p.Err == nil) || good != (p.Picture != nil) || p.Limit != "" {
			t.Errorf("%q has a picture: %v, and the error %v", p.File, p.Picture != nil, p.Err)
		}
		if good && p.Picture.Bounds().Size() != PortraitSize() {
			t.Errorf("the picture has the size %v", p.Picture.Bounds().Size())
		}
		files = append(files, filepath.Base(p.File))
	})
	if want := []string{".", "broken.glb", "Seabird.GLB", "lone.gltf"}; !slices.Equal(files, want) {
		t.Errorf("the files are %q, want an error for the empty folder and then %q", files, want[1:])
	}
}

func TestSearchEnds(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/near.glb", "a/b/c/far.glb", "z/late.gltf"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		testfiles.Write(t, filepath.Join(dir, name), "")
	}
	fail := func(err error) { t.Error(err) }
	for _, c := range []struct {
		limits  Search
		want    []string
		partial bool
	}{
		{Search{Models: 9}, []string{"far.glb", "near.glb", "late.gltf"}, false},
		{Search{Models: 9, Names: 9, Depth: 4}, []string{"far.glb", "near.glb", "late.gltf"}, false},
		{Search{Models: 9, Depth: 3}, []string{"near.glb", "late.gltf"}, true},
		{Search{Models: 9, Depth: 1}, nil, true},
		{Search{Models: 9, Names: 5}, []string{"far.glb"}, true},
	} {
		all, partial, err := ModelsIn(context.Background(), dir, c.limits, fail)
		var names []string
		for _, path := range all {
			names = append(names, filepath.Base(path))
		}
		if err != nil || partial != c.partial || !slices.Equal(names, c.want) {
			t.Errorf("%+v: found %q, partial %t, error %v; want %q, %t", c.limits, names, partial, err, c.want, c.partial)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if all, _, err := ModelsIn(ctx, dir, Search{Models: 9}, fail); err == nil || len(all) > 0 {
		t.Errorf("a cancelled search found %q and returned %v", all, err)
	}
}
