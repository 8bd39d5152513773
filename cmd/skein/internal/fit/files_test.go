//go:build unix

package fit

import (
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/testfiles"
)

func TestTriesRefuseOddFiles(t *testing.T) {
	read := func(path string) error {
		_, err := (&fitSearch{folder: filepath.Dir(path)}).load(strings.TrimSuffix(filepath.Base(path), ".json"))
		return err
	}
	for kind, makeFile := range testfiles.OddFiles() {
		t.Run(kind, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "odd.json")
			if err := makeFile(path); err != nil {
				t.Skip(err)
			}
			testfiles.RefusesAtOnce(t, testfiles.Reader{Name: "try of a search", Read: read}, path)
		})
	}
}
