//go:build cgo && !nowindow && linux

package fly

import (
	"os"
	"path/filepath"
	"testing"

	"skein/cmd/skein/internal/testfiles"
)

// The window refuses to read pipes, devices, directories and huge files. Preferences that cannot be read are
// treated as missing.
func TestWindowFilesRefuseOddFiles(t *testing.T) {
	for kind, makeFile := range testfiles.OddFiles() {
		t.Run(kind, func(t *testing.T) {
			t.Setenv("XDG_CONFIG_HOME", t.TempDir())
			if err := makeFile(prefsFile()); err != nil {
				t.Skip(err)
			}
			testfiles.RefusesAtOnce(t, testfiles.Reader{Name: "bookmarks", Read: func(path string) error {
				_, err := readBookmarks(path)
				return err
			}}, prefsFile())
			testfiles.RefusesAtOnce(t, testfiles.Reader{Name: "preferences", Read: func(path string) error {
				if p := loadPrefs(); len(p.Recent) > 0 {
					t.Errorf("preferences %v", p)
				}
				return &os.PathError{Op: "open", Path: path, Err: os.ErrNotExist}
			}}, filepath.Clean(prefsFile()))
		})
	}
}

// A take is a recording of the user, so it lies where the user finds it: beside the film, or beside the
// folder of the pictures. It replaces no file.
func TestTakesAreBesideTheOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for output, want := range map[string]string{
		"shot/####.png": "shot-take.mcap", "film.mp4": "film-take.mcap", "films/a.mp4": "films/a-take.mcap", "####.png": "take-take.mcap", "../x.csv": "../x-take.mcap",
		"shot_####.png": "shot-take.mcap", ".hidden.mp4": ".hidden-take.mcap",
		"films/_####.png": "films/take-take.mcap", "films/-%04d.png": "films/take-take.mcap", "films/a_####.png": "films/a-take.mcap", "_####.png": "take-take.mcap",
		"take #1/a.mp4": "take #1/a-take.mcap", "../####.png": "../take-take.mcap", "/####.png": "/take-take.mcap",
	} {
		if got := takeName(output); got != want {
			t.Errorf("the take for %s is %s, want %s", output, got, want)
		}
	}
	testfiles.Write(t, takeName("film.mp4"), "a take")
	if got := takeName("film.mp4"); got != "film-take-2.mcap" {
		t.Errorf("the second take is %s, want film-take-2.mcap", got)
	}
	testfiles.Write(t, takeCameraFile("film-take-2.mcap"), "the keys of a take that was moved")
	if got := takeName("film.mp4"); got != "film-take-3.mcap" {
		t.Errorf("the take beside other camera keys is %q, want film-take-3.mcap", got)
	}
}

func TestRecordingIsRecent(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	s, _ := newWatchingSession(t, yard)
	run := filepath.Join(t.TempDir(), "run.mcap")
	if err := s.startRecording(run); err != nil {
		t.Fatal(err)
	}
	s.flyOn(t, 0, 0.5)
	s.stopRecording()
	if s.lastRecording != run || len(s.prefs.Recent) != 1 || s.prefs.Recent[0] != run || len(loadPrefs().Recent) != 1 {
		t.Errorf("the last recording is %q, and the recent files are %q; want %s", s.lastRecording, s.prefs.Recent, run)
	}
}
