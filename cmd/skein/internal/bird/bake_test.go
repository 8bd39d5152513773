package bird

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"skein/cmd/skein/internal/cache"
	"skein/cmd/skein/internal/console"
	"skein/flock/scenario"
	"skein/models"
)

func TestBakedBirdsAreCached(t *testing.T) {
	store := cache.Cache{Folder: t.TempDir(), MaxBytes: 1 << 30}
	m, err := models.Builtin("gull")
	if err != nil {
		t.Fatal(err)
	}
	first, err := bakeCached(m, models.BakeOptions{}, store)
	if err != nil {
		t.Fatal(err)
	}
	done := false
	second, err := bakeCached(m, models.BakeOptions{Progress: func(float64) { done = true }}, store)
	if err != nil || !reflect.DeepEqual(first, second) {
		t.Errorf("the loaded bird differs from the baked one (error %v)", err)
	}
	if done {
		t.Error("the bird was baked again instead of loaded from the cache")
	}
	damage(t, store.Folder)
	mended, err := bakeCached(m, models.BakeOptions{Progress: func(float64) { done = true }}, store)
	if err != nil || !reflect.DeepEqual(first, mended) || !done {
		t.Errorf("after damage to the file, the bird differs or was not baked again (error %v)", err)
	}
	if other, err := bakeCached(m, models.BakeOptions{Poses: 12}, store); err != nil || other.Poses != 12 {
		t.Errorf("with other options, the cache still gives the old bird (error %v)", err)
	}
}

// TestWarnOnce checks that the warnings about a bird's file appear once on standard error, also with
// --quiet. In this test, two flocks have this bird and are loaded twice. Built-in birds have no warnings.
func TestWarnOnce(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "patchy.gltf")
	if err := os.WriteFile(file, []byte(patchyBird), 0o666); err != nil {
		t.Fatal(err)
	}
	sc := &scenario.Scenario{Flock: scenario.Flock{Bird: scenario.DefaultBird()}}
	sc.Bird.File, sc.Bird.Forward, sc.Bird.Up = file, "z", "y" // without these axes, a warning would call the bird's front a guess
	sc.Others = []scenario.Flock{sc.Flock}
	var out bytes.Buffer
	g := &console.Console{Quiet: true, Stdout: io.Discard, Stderr: &out}
	if birds, err := Baked(g, nil, sc); err != nil || len(birds) != 2 {
		t.Fatalf("%d birds, error %v", len(birds), err)
	}
	if _, err := Baked(g, nil, sc); err != nil { // fly --headless loads the birds twice, for the strip and for the film
		t.Fatal(err)
	}
	text := out.String()
	if !strings.HasPrefix(text, "skein: patchy.gltf: material 0 has no texture, because it cannot be read: ") || strings.Count(text, "\n") != 1 {
		t.Errorf("the messages are %q, want one warning", text)
	}
	for _, name := range models.Builtins() {
		if m, err := models.Builtin(name); err != nil || len(m.Warnings) > 0 {
			t.Errorf("the built-in bird %s has the warnings %q and the error %v", name, m.Warnings, err)
		}
	}
}

const patchyBird = `{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
	"meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}]}],
	"materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
	"textures": [{"source": 0}], "images": [{"uri": "data:image/png;base64,AAAA"}],
	"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [-1, 0, 0], "max": [1, 0, 1]},
		{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC2"}],
	"bufferViews": [{"buffer": 0, "byteLength": 36}],
	"buffers": [{"byteLength": 36, "uri": "data:;base64,AACAvwAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/"}]}`

func damage(t *testing.T, folder string) {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		path := filepath.Join(folder, f.Name())
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 1
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
