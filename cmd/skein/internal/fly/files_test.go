//go:build cgo && !nowindow && linux

package fly

import (
	"os"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/testfiles"
)

// The readers of the window refuse pipes, devices, directories and huge files. Preferences that cannot be
// read are treated as missing.
func TestWindowFilesRefuseOddFiles(t *testing.T) {
	for kind, makeFile := range testfiles.OddFiles() {
		t.Run(kind, func(t *testing.T) {
			t.Setenv("XDG_CONFIG_HOME", t.TempDir())
			if err := makeFile(prefsFile()); err != nil {
				t.Skip(err)
			}
			testfiles.RefusesAtOnce(t, testfiles.Reader{Name: "bookmarks", Read: func(path string) error {
				_, err := readBookmarks(path)
				return err
			}}, prefsFile())
			testfiles.RefusesAtOnce(t, testfiles.Reader{Name: "preferences", Read: func(path string) error {
				if p := loadPrefs(); len(p.Recent) > 0 {
					t.Errorf("preferences %v", p)
				}
				return &os.PathError{Op: "open", Path: path, Err: os.ErrNotExist}
			}}, filepath.Clean(prefsFile()))
		})
	}
}
