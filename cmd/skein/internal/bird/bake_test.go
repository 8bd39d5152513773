package bird

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"skein/cmd/skein/internal/cache"
	"skein/models"
)

// A bird that was baked before is loaded from the cache without changes. With other options it is baked
// again.
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
	again, err := bakeCached(m, models.BakeOptions{Progress: func(float64) { done = true }}, store)
	if err != nil || !reflect.DeepEqual(first, again) {
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

// damage flips a bit in the middle of each file of a folder.
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
