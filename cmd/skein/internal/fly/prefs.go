//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"skein/engine/studio"
	"skein/flock/files"
	"skein/flock/scenario"
	"skein/flock/whole"
	"skein/ui"
)

type prefs struct {
	Light         bool              `toml:"light" comment:"use light colours"`
	Silent        bool              `toml:"silent" comment:"do not announce leaders over the picture"`
	Toured        bool              `toml:"toured" comment:"the tour of the first steps was completed or closed"`
	NoCaptions    bool              `toml:"no_captions" comment:"do not show captions of scenes over the picture"`
	MaxFPS        int               `toml:"max_fps" comment:"highest frame rate; 0: the rate of the screen; -1: no limit"`
	BackgroundFPS int               `toml:"background_fps" comment:"highest frame rate while another window has the focus; 0: 30; -1: the same as in the foreground"`
	Workspace     string            `toml:"workspace" comment:"the present workspace"`
	Recent        []string          `toml:"recent" comment:"recently opened or saved files, newest first"`
	Keys          map[string]string `toml:"keys" comment:"changed shortcuts: default key = current key. @ before a key means the key at this position of a US keyboard. An empty key means no shortcut"`
	TourDone      []string          `toml:"tour_done" comment:"the first steps that were done"`

	Arranged map[string]ui.Arrangement `toml:"workspaces" comment:"what is open and selected in each workspace"`
}

func (p *prefs) workspaceName() string {
	if all := ui.Workspaces(); !slices.Contains(all, p.Workspace) {
		return all[0]
	}
	return p.Workspace
}

func (p *prefs) arrangement() *ui.Arrangement {
	if a, known := p.Arranged[p.workspaceName()]; known {
		return &a
	}
	return nil
}

func (p *prefs) arrange(a ui.Arrangement) bool {
	if saved := p.arrangement(); saved != nil && saved.Page == a.Page && slices.Equal(saved.Open, a.Open) {
		return false
	}
	if p.Arranged == nil {
		p.Arranged = map[string]ui.Arrangement{}
	}
	p.Arranged[p.workspaceName()] = a
	return true
}

const recentLimit = 12

// maxPrefs is the largest file of preferences or bookmarks that is read, in bytes.
const maxPrefs = 1 << 20

func prefsFile() string {
	if dir := configDir(); dir != "" {
		return filepath.Join(dir, "studio.toml")
	}
	return ""
}

func loadPrefs() (p prefs) {
	text, err := files.Read(prefsFile(), maxPrefs)
	if err != nil || toml.Unmarshal(scenario.TrimBOM(text), &p) != nil {
		return prefs{}
	}
	p.Recent = p.Recent[:min(len(p.Recent), recentLimit)]
	for _, limit := range []*int{&p.MaxFPS, &p.BackgroundFPS} {
		if *limit > 0 {
			*limit = max(*limit, studio.LowestRate)
		}
	}
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

// savePrefs saves the preferences, unless the window measures speed (Unthrottled).
func (s *session) savePrefs() {
	if !s.cmd.Unthrottled {
		s.say(s.prefs.save())
	}
}
