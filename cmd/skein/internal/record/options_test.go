package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDamagedModel(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for name, text := range map[string]string{
		"second model":  "version = 1\n[bird]\nfiles = [\"gull\", \"damaged.glb\"]\n",
		"another flock": "version = 1\n[[flock]]\nspecies = \"hawk\"\n[flock.bird]\nfiles = [\"gull\", \"damaged.glb\"]\n",
	} {
		dir := t.TempDir()
		scene := filepath.Join(dir, "scene.toml")
		for file, data := range map[string]string{scene: text, filepath.Join(dir, "damaged.glb"): "glTF damaged"} {
			if err := os.WriteFile(file, []byte(data), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := (&options{Scene: scene}).scenario(); err == nil || !strings.Contains(err.Error(), "damaged.glb") {
			t.Errorf("%s: the error is %v, want one about damaged.glb", name, err)
		}
	}
}

// A recording of a scene without a name has the name of the scene's file, which exports write.
func TestRecordedNameOfAFile(t *testing.T) {
	for text, want := range map[string]string{"version = 1\n": "mine", "version = 1\nname = \"dusk\"\n": "dusk"} {
		file := filepath.Join(t.TempDir(), "mine.toml")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		sc, err := (&options{Scene: file}).scenario()
		if err != nil {
			t.Fatal(err)
		}
		if got := MetaOf(sc, 30).Scenario; got != want {
			t.Errorf("%q: the recording has the name %q, want %q", text, got, want)
		}
	}
}
