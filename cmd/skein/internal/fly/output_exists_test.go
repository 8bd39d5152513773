//go:build cgo && !nowindow

package fly

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOutputExists(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a[1].0007.png", "film.mp4"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{
		"film.mp4": true, "film.mkv": false, "a[1].####.png": true, "a[1].###.png": false,
		"a1.####.png": false, "b.####.png": false, "none/####.png": false,
	} {
		if got := outputExists(filepath.Join(dir, name)); got != want {
			t.Errorf("outputExists(%s) = %v, want %v", name, got, want)
		}
	}
}
