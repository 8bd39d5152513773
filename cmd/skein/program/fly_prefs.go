//go:build cgo && !nowindow

package program

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"skein/flock/files"
	"skein/flock/scenario"
	"skein/flock/whole"
)

// prefs are what the window remembers of its user, beside the layout.
type prefs struct {
	Light   bool                `toml:"light" comment:"light colours rather than dark ones"`
	Open    []string            `toml:"open" comment:"windows that are open beside the pages"`
	Layouts map[string][]string `toml:"layouts" comment:"those that are open in the layouts that are kept"`
	Recent  []string            `toml:"recent" comment:"files that were opened or saved, the last first"`
	Keys    map[string]string   `toml:"keys" comment:"shortcuts that were changed: the key that skein comes with, and the one that it is now; @ and a key is its place on a US keyboard, nothing is no key"`
}

// recentLimit bounds the recent files.
const recentLimit = 12

// maxPrefs is the largest file of preferences or bookmarks that is read, in bytes.
const maxPrefs = 1 << 20

// prefsFile returns where they are; empty if nowhere.
func prefsFile() string {
	if dir := configDir(); dir != "" {
		return filepath.Join(dir, "studio.toml")
	}
	return ""
}

// loadPrefs reads them. What cannot be read is as if there were none.
func loadPrefs() (p prefs) {
	text, err := files.Read(prefsFile(), maxPrefs)
	if err != nil || toml.Unmarshal(scenario.TrimBOM(text), &p) != nil {
		return prefs{}
	}
	p.Recent = p.Recent[:min(len(p.Recent), recentLimit)]
	return p
}

// note puts a file first on the list of recent ones.
func (p *prefs) note(file string) {
	p.Recent = slices.DeleteFunc(slices.Clone(p.Recent), func(old string) bool { return old == file })
	p.Recent = slices.Insert(p.Recent, 0, file)
	p.Recent = p.Recent[:min(len(p.Recent), recentLimit)]
}

func (p *prefs) save() error {
	file := prefsFile()
	if file == "" {
		return nil
	}
	text, err := toml.Marshal(p)
	if err == nil {
		err = whole.Put(file, true, text)
	}
	if err != nil {
		return fmt.Errorf("what the window remembers: %w", err)
	}
	return nil
}
