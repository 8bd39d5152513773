//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/scenario"
	"skein/flock/whole"
	"skein/ui"
)

// presets are the sets of parameters for the chosen flock: files in the user's folder, and built-in scenes of
// the same model.
type presets struct {
	dir       string // empty if there is no folder
	model     *flock.Model
	all       []ui.Preset
	overwrite string // existing file that the next save may replace
}

func presetDir() string {
	if dir := configDir(); dir != "" {
		return filepath.Join(dir, "presets")
	}
	return ""
}

func (s *session) presetLines() []ui.Preset {
	l := &s.presets
	if model := s.Studio.Controls.Params.Model(); l.all == nil || model != l.model {
		l.model, l.all = model, presetsFor(l.dir, model)
	}
	return l.all
}

func presetsFor(dir string, model *flock.Model) []ui.Preset {
	all := []ui.Preset{}
	for _, file := range presetFiles(dir) {
		if sc, err := scenario.Load(file); err == nil && sc.Params.Model() == model {
			all = append(all, ui.Preset{Name: presetName(file), Own: true, Line: "your preset: " + file})
		}
	}
	for _, b := range builtinScenes() {
		if b.scene.Params.Model() == model {
			all = append(all, ui.Preset{Name: b.name, Line: "built-in scene: " + b.scene.Description})
		}
	}
	return all
}

func presetFiles(dir string) (files []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".toml" {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files
}

func presetName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".toml") }

func (l *presets) file(name string) (string, error) {
	if l.dir == "" {
		return "", fmt.Errorf("preset %q: no folder to save it in; set HOME or XDG_CONFIG_HOME", name)
	}
	if name == "" || name != filepath.Base(name) || strings.HasPrefix(name, ".") || strings.ContainsAny(name, `\/:`) {
		return "", fmt.Errorf("preset %q: not usable as a file name; use a name such as tight or evening", name)
	}
	return filepath.Join(l.dir, name+".toml"), nil
}

func (s *session) preset(o *ui.Outcome) {
	var err error
	switch do := o.Preset; {
	case do.Name == "" && do.Command != ui.SavePreset, do.Command == ui.NoPreset:
		return
	case do.Command == ui.ApplyPreset:
		err = s.applyPreset(do.Preset)
	case do.Command == ui.SavePreset:
		err = s.savePreset(do.Name)
	case do.Command == ui.DropPreset:
		err = s.deletePreset(do.Name)
	}
	s.say(err)
}

func (s *session) applyPreset(p ui.Preset) error {
	load := func() (*scenario.Scenario, error) { return scenario.Builtin(p.Name) }
	if p.Own {
		file, err := s.presets.file(p.Name)
		if err != nil {
			return err
		}
		load = func() (*scenario.Scenario, error) { return scenario.Load(file) }
	}
	sc, err := load()
	if err != nil {
		return err
	}
	if s.Studio.Playing() {
		return s.Studio.WhyReadOnly()
	}
	c := s.Studio.Controls
	if c.Params, err = scenario.Preset(c.Params, sc); err != nil {
		return err
	}
	if err = s.Studio.Set(c, studio.Done); err == nil {
		s.panel.Say("applied the preset " + p.Name + "; Ctrl Z undoes this change")
	}
	return err
}

// savePreset saves the chosen flock's parameters. It replaces an existing preset only if the user saves a
// second time.
func (s *session) savePreset(name string) error {
	file, err := s.presets.file(name)
	if err != nil {
		return err
	}
	own := func(p ui.Preset) bool { return p.Own && p.Name == name }
	if slices.ContainsFunc(s.presetLines(), own) && s.presets.overwrite != file {
		s.presets.overwrite = file
		return fmt.Errorf("the preset %s exists; save it again to replace it", name)
	}
	if err := os.MkdirAll(s.presets.dir, 0o755); err != nil {
		return err
	}
	params := s.Studio.ParamsToSave()[s.Studio.Controls.Flock]
	if err := whole.WriteData(file, true, scenario.PresetTOML(&params)); err != nil {
		return err
	}
	s.presets.all, s.presets.overwrite = nil, file
	s.panel.Say("saved the preset " + name)
	return nil
}

func (s *session) deletePreset(name string) error {
	file, err := s.presets.file(name)
	if err != nil {
		return err
	}
	if err := os.Remove(file); err != nil {
		return err
	}
	s.presets.all = nil
	s.panel.Say("deleted the preset " + name)
	return nil
}
