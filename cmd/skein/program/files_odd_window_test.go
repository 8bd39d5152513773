//go:build cgo && !nowindow && linux

package program

import (
	"os"
	"path/filepath"
	"testing"
)

// The files of the window are refused as others are; a file of preferences that cannot be
// read counts as missing.
func TestWindowFilesRefuseOddFiles(t *testing.T) {
	for kind, makeFile := range oddFiles() {
		t.Run(kind, func(t *testing.T) {
			t.Setenv("XDG_CONFIG_HOME", t.TempDir())
			if err := makeFile(prefsFile()); err != nil {
				t.Skip(err)
			}
			refusesAtOnce(t, fileReader{name: "bookmarks", read: func(path string) error {
				_, err := readBookmarks(path)
				return err
			}}, prefsFile())
			refusesAtOnce(t, fileReader{name: "preferences", read: func(path string) error {
				if p := loadPrefs(); len(p.Recent) > 0 {
					t.Errorf("preferences %v", p)
				}
				return &os.PathError{Op: "open", Path: path, Err: os.ErrNotExist}
			}}, filepath.Clean(prefsFile()))
		})
	}
}
