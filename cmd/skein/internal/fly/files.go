//go:build cgo && !nowindow

package fly

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ncruces/zenity"

	"skein/cmd/skein/internal/input"
	"skein/engine/scenery"
	"skein/engine/studio"
	"skein/flock/around"

	"skein/flock/files"
	"skein/flock/scenario"
	"skein/ui"
)

type loadedMesh struct {
	target ui.ObstacleFile
	mesh   *around.Mesh
	err    error
}

// loadObstacle reads an obstacle's file in the background. Until then, the obstacle keeps its shape. A later
// call replaces an earlier one.
func (s *session) loadObstacle(g ui.ObstacleFile) {
	g.File = files.Absolute(g.File)
	coming := make(chan loadedMesh, 1)
	s.loadingObstacle = coming
	s.panel.Say("loading " + filepath.Base(g.File) + " for " + g.Thing)
	go func() {
		m, _, err := input.ReadObstacle(nil, &scenario.Scenario{}, g.File)
		if err == nil && g.Shape == "model" && m.Relief != nil {
			err = fmt.Errorf(`%s: a height map needs shape = "terrain"; shape = "model" takes a glTF model (.glb, .gltf)`, g.File)
		}
		coming <- loadedMesh{g, m, err}
	}()
}

func (s *session) receiveObstacle() {
	select {
	case m := <-s.loadingObstacle:
		s.loadingObstacle = nil
		if m.err != nil {
			s.say(m.err)
			return
		}
		all := s.Studio.Surroundings()
		o, ok := all.Thing(m.target.Thing).(*around.Obstacle)
		if !ok {
			s.panel.Say(m.target.Thing + " was removed before its file was loaded")
			return
		}
		sizeBefore, sizeAfter := scenery.SetFile(o, m.target.Shape, m.target.File, m.mesh)
		if err := s.Studio.Surround(all, studio.Done); err != nil {
			s.say(err)
			return
		}
		text := m.target.Thing + ": loaded " + filepath.Base(m.target.File) + sizeNote(sizeBefore, sizeAfter, o.Scale)
		if m.mesh.Relief == nil && !m.mesh.Closed() && m.target.Shape == "model" {
			text += "; its surface is not closed, so it has no inside and blocks birds from both sides"
		}
		s.panel.Say(text)
	default:
	}
}

func sizeNote(before, after, scale float32) string {
	switch {
	case after == 0:
		return ""
	case before == after:
		return fmt.Sprintf(", largest side %.3g m", after)
	}
	return fmt.Sprintf(", scaled by %.3g: largest side %.3g m, %.3g m in the file", scale, after, before)
}

func (s *session) dropOn(path, ext string) bool {
	surroundings := s.Studio.Surroundings()
	o, ok := surroundings.Thing(s.Studio.Controls.Thing).(*around.Obstacle)
	model := ext == ".glb" || ext == ".gltf"
	if !ok || s.Studio.Playing() || !model && ext != ".png" {
		return false
	}
	g := ui.ObstacleFile{Thing: o.Name, Shape: "model", File: path}
	if wanted := s.panel.WantedFile(); !model || o.Shape == "terrain" || wanted.Thing == o.Name && wanted.Shape == "terrain" {
		g.Shape = "terrain"
	}
	s.loadObstacle(g)
	return true
}

type dialogResult struct {
	what ui.Browse
	file string
	err  error
}

func (s *session) openDialog(what ui.Browse) {
	if s.dialog != nil {
		s.panel.Say("a file dialog is already open")
		return
	}
	coming := make(chan dialogResult, 1)
	s.dialog = coming
	go func() {
		file, err := chooseFile(what)
		coming <- dialogResult{what, file, err}
	}()
}

func chooseFile(what ui.Browse) (string, error) {
	things := zenity.FileFilter{Name: "Models and height maps", Patterns: []string{"*.glb", "*.gltf", "*.png"}, CaseFold: true}
	opens := zenity.FileFilter{Name: "Scenes, recordings, models", Patterns: []string{"*.toml", "*.mcap", "*.glb", "*.gltf"}, CaseFold: true}
	scenes := zenity.FileFilter{Name: "Scenes", Patterns: []string{"*.toml"}, CaseFold: true}
	switch what {
	case ui.BrowseScene:
		return zenity.SelectFileSave(zenity.Title("Save the scene as"), zenity.Filename("my-scene.toml"), zenity.FileFilters{scenes})
	case ui.BrowseRange:
		return zenity.SelectFileSave(zenity.Title("Save the range as"))
	case ui.BrowseFigure:
		figures := zenity.FileFilter{Name: "Figures", Patterns: []string{"*.svg", "*.pdf", "*.png"}, CaseFold: true}
		return zenity.SelectFileSave(zenity.Title("Save the figure as"), zenity.Filename("figure.svg"), zenity.FileFilters{figures})
	case ui.BrowseObstacle:
		return zenity.SelectFile(zenity.Title("Choose a file for the obstacle"), zenity.FileFilters{things})
	}
	return zenity.SelectFile(zenity.Title("Open a scene, a recording or a bird"), zenity.FileFilters{opens})
}

func (s *session) receiveDialog() {
	var f dialogResult
	select {
	case f = <-s.dialog:
	default:
		return
	}
	s.dialog = nil
	switch {
	case errors.Is(f.err, zenity.ErrCanceled):
	case f.err != nil:
		s.panel.Say(noDialog(f.err) + "; type the path instead")
		if f.what == ui.BrowseAny {
			s.panel.AskPath()
		}
	case f.what == ui.BrowseAny:
		s.openAny(f.file)
	case f.what == ui.BrowseObstacle:
		if !s.dropOn(f.file, strings.ToLower(filepath.Ext(f.file))) {
			s.panel.Say(filepath.Base(f.file) + ": cannot be used; select an obstacle and choose a glTF model (.glb, .gltf) or a height map (.png)")
		}
	default:
		s.panel.SetFile(f.what, f.file)
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

func noDialog(err error) string {
	if errors.Is(err, exec.ErrNotFound) {
		return "cannot open a file dialog: none of zenity, matedialog and qarma is installed"
	}
	return "cannot open a file dialog (" + firstLine(err.Error()) + ")"
}
