package bird

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"skein/cmd/skein/internal/testfiles"
)

// Portraits finds the models of dropped folders and files, also below a folder, and names those that cannot
// be used.
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
		if good != (p.Err == nil) || good != (p.Picture != nil) || p.More {
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
