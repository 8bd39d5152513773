//go:build cgo && !nowindow

package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"skein/engine"
	"skein/flock/scenario"
	"skein/flock/whole"
)

// places are the bookmarks of a camera as their file has them.
type places struct {
	Version  int      `toml:"version"`
	Bookmark []placed `toml:"bookmark"`
}

// placed is a bookmark in a file.
type placed struct {
	Number int `toml:"number"`
	engine.Spot
}

// placesFile is where the bookmarks of what is open are kept: beside its file, or of a
// built-in scene in the present folder.
func (s *session) placesFile() string {
	const end = "-bookmarks.toml"
	if file := cmp.Or(s.scene.File, s.cmd.Scene); strings.HasSuffix(file, ".toml") || isRecording(file) {
		return strings.TrimSuffix(file, filepath.Ext(file)) + end
	}
	return "my-" + cmp.Or(s.scene.Name, "scene") + end
}

// bookmark flies to a bookmark of the camera, or keeps the camera as one if n is less
// than 0.
func (s *session) bookmark(n int) {
	if n < 0 {
		here := s.studio.Bookmark()
		s.places[-n-1] = &here
		if err := s.savePlaces(); err != nil {
			s.say(err)
			return
		}
		s.panel.Say(fmt.Sprintf("bookmark %d is here, in %s: Ctrl %d flies back to it", -n, filepath.Base(s.placesFile()), -n))
		return
	}
	switch to := s.places[n-1]; {
	case to == nil:
		s.panel.Say(fmt.Sprintf("there is no bookmark %d: Ctrl Shift %d keeps one here", n, n))
	case s.studio.Path != nil:
		s.say(engine.ErrOnPath)
	default:
		s.studio.Glide(*to)
		s.panel.Say(fmt.Sprintf("to bookmark %d", n))
	}
}

// savePlaces writes the bookmarks.
func (s *session) savePlaces() error {
	all := places{Version: scenario.Version}
	for n, b := range s.places {
		if b != nil {
			all.Bookmark = append(all.Bookmark, placed{n + 1, b.Spot()})
		}
	}
	text, err := toml.Marshal(all)
	if err != nil {
		return err
	}
	return whole.Put(s.placesFile(), true, append([]byte("# Bookmarks of the camera: metres with Y up, degrees.\n"), text...))
}

// loadPlaces reads the bookmarks of what is open, if there are any.
func (s *session) loadPlaces() error {
	file := s.placesFile()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("bookmarks: %w", err)
	}
	var all places
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&all); err != nil {
		return fmt.Errorf("%s: no bookmarks: %s", file, firstLine(err.Error()))
	}
	for _, p := range all.Bookmark {
		if p.Number < 1 || p.Number > len(s.places) {
			return fmt.Errorf("%s: bookmark number = %d: want 1 to %d", file, p.Number, len(s.places))
		}
		b, err := p.Bookmark()
		if err != nil {
			return fmt.Errorf("%s: bookmark %d: %w", file, p.Number, err)
		}
		s.places[p.Number-1] = &b
	}
	return nil
}
