//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"skein/flock/files"
	"skein/flock/scenario"
	"skein/flock/whole"
)

// prefs contains the preferences of the window, except for its layout.
type prefs struct {
	Light      bool                `toml:"light" comment:"use light colours"`
	Silent     bool                `toml:"silent" comment:"do not announce leaders over the picture"`
	Toured     bool                `toml:"toured" comment:"the first steps were completed or closed"`
	NoCaptions bool                `toml:"no_captions" comment:"do not show captions of scenes over the picture"`
	Open       []string            `toml:"open" comment:"windows that are open besides the pages"`
	Layouts    map[string][]string `toml:"layouts" comment:"windows that are open in each saved layout"`
	Recent     []string            `toml:"recent" comment:"recently opened or saved files, newest first"`
	Keys       map[string]string   `toml:"keys" comment:"changed shortcuts: default key = present key; @ before a key means its place on a US keyboard, an empty text means no key"`
}

// recentLimit is the largest number of recent files.
const recentLimit = 12

// maxPrefs is the largest size of a file of preferences or bookmarks that is read, in bytes.
const maxPrefs = 1 << 20

// prefsFile returns the path of the preferences, or "" if there is no folder for them.
func prefsFile() string {
	if dir := configDir(); dir != "" {
		return filepath.Join(dir, "studio.toml")
	}
	return ""
}

// loadPrefs reads the preferences. If they cannot be read, it returns defaults.
func loadPrefs() (p prefs) {
	text, err := files.Read(prefsFile(), maxPrefs)
	if err != nil || toml.Unmarshal(scenario.TrimBOM(text), &p) != nil {
		return prefs{}
	}
	p.Recent = p.Recent[:min(len(p.Recent), recentLimit)]
	return p
}

func (p *prefs) addRecent(file string) {
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
		err = whole.WriteData(file, true, text)
	}
	if err != nil {
		return fmt.Errorf("cannot save the preferences: %w", err)
	}
	return nil
}

// savePrefs saves the preferences and shows an error.
func (s *session) savePrefs() {
	if !s.cmd.Unthrottled {
		s.say(s.prefs.save())
	}
}
