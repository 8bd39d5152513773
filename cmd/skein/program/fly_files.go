//go:build cgo && !nowindow

package program

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
	"skein/flock"
	"skein/flock/files"
	"skein/flock/scenario"
	"skein/ui"
)

// mesh is what a file for an obstacle holds.
type mesh struct {
	to  ui.Given
	of  *flock.Mesh
	err error
}

// give makes a file read for an obstacle, in the background: the present one stands until it
// is there. Of several the last counts.
func (s *session) give(g ui.Given) {
	g.File = files.Absolute(g.File)
	coming := make(chan mesh, 1)
	s.giving = coming
	s.panel.Say("loading " + filepath.Base(g.File) + " for " + g.Thing)
	go func() {
		m, _, err := input.ReadObstacle(nil, &scenario.Scenario{}, g.File)
		if err == nil && g.Shape == "model" && m.Relief != nil {
			err = fmt.Errorf("%s: a height map is terrain: want a glTF model (.glb, .gltf), or the shape terrain", g.File)
		}
		coming <- mesh{g, m, err}
	}()
}

// given stands an obstacle's file up, if it is ready.
func (s *session) given() {
	select {
	case m := <-s.giving:
		s.giving = nil
		if m.err != nil {
			s.say(m.err)
			return
		}
		all := s.studio.Around()
		o, ok := all.Thing(m.to.Thing).(*flock.Obstacle)
		if !ok {
			s.panel.Say(m.to.Thing + " is gone")
			return
		}
		was, is := scenery.SetFile(o, m.to.Shape, m.to.File, m.of)
		if err := s.studio.Surround(all, studio.Done); err != nil {
			s.say(err)
			return
		}
		said := m.to.Thing + " is " + filepath.Base(m.to.File) + sized(was, is, o.Scale)
		if m.of.Relief == nil && !m.of.Closed() && m.to.Shape == "model" {
			said += ", which is not closed: nothing is inside it, and each of its sheets is in the way from both sides"
		}
		s.panel.Say(said)
	default:
	}
}

// sized returns what became of a model's size, the largest side of which was and is so long, m.
func sized(was, is, scale float32) string {
	switch {
	case is == 0:
		return ""
	case was == is:
		return fmt.Sprintf(", %.3g m at its largest", is)
	}
	return fmt.Sprintf(", scaled by %.3g to %.3g m at its largest: the file has %.3g m", scale, is, was)
}

// dropOn takes a dropped model or height map for the obstacle that is selected, and says
// whether it was one for it.
func (s *session) dropOn(path, ext string) bool {
	around := s.studio.Around()
	o, ok := around.Thing(s.studio.Controls.Thing).(*flock.Obstacle)
	model := ext == ".glb" || ext == ".gltf"
	if !ok || s.studio.Playing() || !model && ext != ".png" {
		return false
	}
	g := ui.Given{Thing: o.Name, Shape: "model", File: path}
	if wanted := s.panel.Wanted(); !model || o.Shape == "terrain" || wanted.Thing == o.Name && wanted.Shape == "terrain" {
		g.Shape = "terrain"
	}
	s.give(g)
	return true
}

// find is what a dialog came to.
type find struct {
	what ui.Browse
	file string
	err  error
}

// browse opens a dialog of the desktop, beside which the flock flies on.
func (s *session) browse(what ui.Browse) {
	if s.found != nil {
		s.panel.Say("a dialog is open already")
		return
	}
	coming := make(chan find, 1)
	s.found = coming
	go func() {
		file, err := choose(what)
		coming <- find{what, file, err}
	}()
}

// choose asks for a file.
func choose(what ui.Browse) (string, error) {
	things := zenity.FileFilter{Name: "Models and height maps", Patterns: []string{"*.glb", "*.gltf", "*.png"}, CaseFold: true}
	opens := zenity.FileFilter{Name: "Scenes, recordings, models", Patterns: []string{"*.toml", "*.mcap", "*.glb", "*.gltf"}, CaseFold: true}
	scenes := zenity.FileFilter{Name: "Scenes", Patterns: []string{"*.toml"}, CaseFold: true}
	switch what {
	case ui.BrowseScene:
		return zenity.SelectFileSave(zenity.Title("Save the scene as"), zenity.Filename("my-scene.toml"), zenity.FileFilters{scenes})
	case ui.BrowseRange:
		return zenity.SelectFileSave(zenity.Title("What the range is to become"))
	case ui.BrowseObstacle:
		return zenity.SelectFile(zenity.Title("A file for the obstacle"), zenity.FileFilters{things})
	}
	return zenity.SelectFile(zenity.Title("Open a scene, a recording or a bird"), zenity.FileFilters{opens})
}

// browsed takes in what a dialog found.
func (s *session) browsed() {
	var f find
	select {
	case f = <-s.found:
	default:
		return
	}
	s.found = nil
	switch {
	case errors.Is(f.err, zenity.ErrCanceled):
	case f.err != nil:
		s.panel.Say(noDialog(f.err) + ": type the path")
		if f.what == ui.BrowseAny {
			s.panel.AskPath()
		}
	case f.what == ui.BrowseAny:
		s.openAny(f.file)
	case f.what == ui.BrowseObstacle:
		if !s.dropOn(f.file, strings.ToLower(filepath.Ext(f.file))) {
			s.panel.Say(filepath.Base(f.file) + ": want a glTF model (.glb, .gltf) or a height map (.png), for an obstacle that is selected")
		}
	default:
		s.panel.Found(f.what, f.file)
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// noDialog returns why there is no dialog to choose a file with.
func noDialog(err error) string {
	if errors.Is(err, exec.ErrNotFound) {
		return "no dialog can be opened, which needs zenity, matedialog or qarma"
	}
	return "no dialog can be opened (" + firstLine(err.Error()) + ")"
}
