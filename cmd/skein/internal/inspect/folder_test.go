package inspect

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestSheetNames(t *testing.T) {
	dir := t.TempDir()
	c := options{Picture: filepath.Join(dir, "all.png")}
	for k, want := range []string{"all.png", "all-2.png", "all-3.png"} {
		if got := filepath.Base(c.sheetName(k)); got != want {
			t.Errorf("contact sheet %d has the name %s, want %s", k, got, want)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "all-3.png"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := c.checkSheets(2 * mostPictured); err != nil {
		t.Errorf("two contact sheets are refused: %v", err)
	}
	if err := c.checkSheets(2*mostPictured + 1); !errors.Is(err, fs.ErrExist) {
		t.Errorf("three contact sheets, of which one exists: %v", err)
	}
	if c.Force = true; c.checkSheets(2*mostPictured+1) != nil {
		t.Error("--force does not replace a contact sheet")
	}
}
