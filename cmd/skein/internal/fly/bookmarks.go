//go:build cgo && !nowindow

package fly

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/pelletier/go-toml/v2"

	"skein/engine/camera"
	"skein/flock/files"
	"skein/flock/scenario"
	"skein/flock/whole"
)

type bookmarks struct {
	Version  int             `toml:"version"`
	Bookmark []bookmarkEntry `toml:"bookmark"`
}

type bookmarkEntry struct {
	Number int `toml:"number"`
	camera.Viewpoint
}

func (s *session) bookmarksFile() string { return s.fileBeside("-bookmarks.toml") }

// bookmark flies to bookmark n, counted from 1. For a negative n, it stores the current view as bookmark -n.
func (s *session) bookmark(n int) {
	if n < 0 {
		if err := s.setBookmark(-n); err != nil {
			s.say(err)
			return
		}
		s.panel.Say(fmt.Sprintf("saved bookmark %d in %s; Ctrl %d flies back to the bookmark, and Undo removes it", -n, filepath.Base(s.bookmarksFile()), -n))
		return
	}
	switch to := s.bookmarks[n-1]; {
	case to == nil:
		s.panel.Say(fmt.Sprintf("bookmark %d is not set; Ctrl Shift %d sets it here", n, n))
	default:
		s.Studio.LeavePath()
		s.Studio.Glide(*to)
		s.panel.Say(fmt.Sprintf("flying to bookmark %d", n))
	}
}

// setBookmark stores the current view as bookmark n and writes the bookmarks file. Undo reverts both.
func (s *session) setBookmark(n int) error {
	current, opened := s.Studio.Bookmark(), s.camera.opened
	before := s.bookmarks
	after := before
	after[n-1] = &current
	take := func(to [9]*camera.Bookmark) error {
		if s.camera.opened != opened {
			return nil // another scene was opened in the meantime
		}
		old := s.bookmarks
		s.bookmarks = to
		err := s.saveBookmarks()
		if err != nil {
			s.bookmarks = old
		}
		return err
	}
	if err := take(after); err != nil {
		return err
	}
	s.Studio.AddEdit(fmt.Sprintf("saved bookmark %d", n), func() error { return take(before) }, func() error { return take(after) })
	return nil
}

// saveBookmarks writes the bookmarks file, but never overwrites a file that could not be read.
func (s *session) saveBookmarks() error {
	if s.bookmarksErr != nil {
		return fmt.Errorf("bookmarks not saved, because the existing bookmarks file cannot be read: %w", s.bookmarksErr)
	}
	all := bookmarks{Version: scenario.Version}
	for n, b := range s.bookmarks {
		if b != nil {
			all.Bookmark = append(all.Bookmark, bookmarkEntry{n + 1, b.Viewpoint()})
		}
	}
	text, err := toml.Marshal(all)
	if err != nil {
		return err
	}
	return whole.WriteData(s.bookmarksFile(), true, append([]byte("# Bookmarks of the camera: metres with Y up, degrees.\n"), text...))
}

// loadBookmarks reads the bookmarks file of the open scene, if there is one. After an error, saveBookmarks
// does not overwrite it.
func (s *session) loadBookmarks() error {
	var err error
	s.bookmarks, err = readBookmarks(s.bookmarksFile())
	s.bookmarksErr = err
	return err
}

func readBookmarks(file string) (got [9]*camera.Bookmark, err error) {
	text, err := files.Read(file, maxPrefs)
	if errors.Is(err, fs.ErrNotExist) {
		return got, nil
	}
	if err != nil {
		return got, fmt.Errorf("bookmarks: %w", err)
	}
	var all bookmarks
	if err := toml.NewDecoder(bytes.NewReader(scenario.TrimBOM(text))).DisallowUnknownFields().Decode(&all); err != nil {
		return got, fmt.Errorf("%s: not a bookmarks file: %s", file, firstLine(err.Error()))
	}
	if all.Version != scenario.Version {
		return got, fmt.Errorf("%s: version = %d: must be %d", file, all.Version, scenario.Version)
	}
	var read [9]*camera.Bookmark
	for _, p := range all.Bookmark {
		if p.Number < 1 || p.Number > len(read) {
			return got, fmt.Errorf("%s: bookmark number = %d: must be 1 to %d", file, p.Number, len(read))
		}
		b, err := p.Bookmark()
		if err != nil {
			return got, fmt.Errorf("%s: bookmark %d: %w", file, p.Number, err)
		}
		read[p.Number-1] = &b
	}
	return read, nil
}
