package program

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/qmuntal/gltf"
)

// TestMixedModelsAreRecorded checks that a recording contains all models of a flock and their shares.
// After the models' files are gone, an export still has a mesh for each model, with its share of the
// birds.
func TestMixedModelsAreRecorded(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	for _, name := range []string{"gull", "goose"} {
		data, err := os.ReadFile("../../../models/" + name + ".glb")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "my_"+name+".glb"), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	scene, run, out := filepath.Join(dir, "s.toml"), filepath.Join(dir, "run.mcap"), filepath.Join(dir, "run.glb")
	text := "version = 1\n[params]\ncount = 40\n[bird]\nfiles = [\"my_gull.glb\", \"my_goose.glb\"]\nshares = [3, 1]\nforward = [\"z\", \"x\"]\nup = \"y\"\n"
	if err := os.WriteFile(scene, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, msg := skein("record", scene, "--seconds", "0.1", "-o", run); code != 0 {
		t.Fatal(msg)
	}
	for _, name := range []string{"gull", "goose"} {
		if err := os.Remove(filepath.Join(dir, "my_"+name+".glb")); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, msg := skein("export", run, "-o", out); code != 0 {
		t.Fatal(msg)
	}
	doc, err := gltf.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, n := range doc.Nodes {
		if n.Mesh != nil {
			counts[doc.Meshes[*n.Mesh].Name]++
		}
	}
	if len(doc.Meshes) != 2 || counts["my_gull"] < 28 || counts["my_gull"] > 32 || counts["my_gull"]+counts["my_goose"] != 40 {
		t.Errorf("the export has the birds %v in %d meshes, want about 30 gulls and 10 geese", counts, len(doc.Meshes))
	}
	if g, s := lengthAlong(doc, "my_gull"), lengthAlong(doc, "my_goose"); g > 1 || s < 1 {
		t.Errorf("the gull is %.2f times as long as wide, and the goose %.2f times; want only the goose turned sideways", g, s)
	}
	if code, _, msg := skein("record", scene, "--seconds", "0.1", "--bird", "gull", "--bird", "dodo", "-o", filepath.Join(dir, "no.mcap")); code == 0 {
		t.Errorf("a recording with an unknown bird was made: %s", msg)
	}
}

func lengthAlong(doc *gltf.Document, mesh string) float64 {
	for _, m := range doc.Meshes {
		if m.Name == mesh {
			box := doc.Accessors[m.Primitives[0].Attributes[gltf.POSITION]]
			return (box.Max[2] - box.Min[2]) / (box.Max[0] - box.Min[0])
		}
	}
	return 0
}
