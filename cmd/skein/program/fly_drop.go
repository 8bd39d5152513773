//go:build cgo && !nowindow

package program

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/flock/files"
	"skein/flock/scenario"
	"skein/models"
)

// dropped takes in files that were dropped on the window: a model is drawn, a
// recording plays and a scene flies as if it had been given on the command line, and
// a camera's way is gone. While an obstacle is selected, a model or a height map is for that.
func (s *session) dropped(paths []string) {
	for _, path := range paths {
		if !s.dropOn(path, strings.ToLower(filepath.Ext(path))) {
			s.openAny(path)
		}
	}
}

// openAny flies a file: a model is drawn, a recording plays, and so on.
func (s *session) openAny(path string) {
	ext := strings.ToLower(filepath.Ext(path))
	switch {
	case (ext == ".glb" || ext == ".gltf") && s.matched(path), ext == ".csv" && s.matched(path):
	case ext == ".glb" || ext == ".gltf":
		b := scenario.DefaultBird()
		b.File = files.Absolute(path)
		s.list(b)
		s.hatch(s.studio.Controls.Flock, b)
	case kinds.IsRecording(path):
		s.unlessEdited("opening "+filepath.Base(path), func() { s.open(path) })
	case ext == ".toml":
		if keys, err := scenario.LoadCamera(path); err == nil && len(keys) > 0 {
			s.goWay(path)
		} else {
			s.unlessEdited("opening "+filepath.Base(path), func() { s.open(path) })
		}
	case ext == ".csv" || ext == ".parquet":
		s.panel.Say(filepath.Base(path) + " is a table: skein import makes a recording of the tracks in it, which plays here")
	default:
		s.panel.Say(filepath.Base(path) + ": want a model (.glb, .gltf), a recording (.mcap), a scene or a camera file (.toml), or a camera (.csv, .glb, .gltf)")
	}
}

// matched has the camera go as one that was matched to a film, and says whether the file holds
// one: a table, or a model of a camera and no bird.
func (s *session) matched(path string) bool {
	if keys, err := input.ReadCamera(path); err != nil || len(keys) == 0 {
		return false
	}
	if _, err := models.Load(path); err == nil {
		return false
	}
	s.goWay(path)
	return true
}

// goWay makes the camera go the way that a file holds.
func (s *session) goWay(path string) {
	s.camera = cameraKeys{file: path}
	s.camera.settle()
	s.studio.Path = nil
	s.flyPath()
}

// opening is another scene on its way.
type opening struct {
	cmd  *flyOptions
	stop context.CancelFunc
	done chan opened
}

// opened is a scene that arrived.
type opened struct {
	staged
	err error
}

// open has another scene or recording made ready in the background: the present one
// flies on until it is there. Of several the last counts.
func (s *session) open(path string) {
	s.opening.cancel()
	cmd := *s.cmd
	cmd.Scene, cmd.Camera, cmd.rec = path, "", nil
	cmd.Seed, cmd.Count, cmd.Choice = nil, nil, bird.Choice{}
	ctx, stop := context.WithCancel(context.Background())
	o := &opening{cmd: &cmd, stop: stop, done: make(chan opened, 1)}
	s.opening = o
	go func() {
		st, err := cmd.stage(ctx, &console.Console{Stdout: io.Discard, Stderr: io.Discard})
		if err == nil {
			var baked []*models.Baked
			baked, err = st.birds() // so that the window need not wait for them
			st.birds = func() ([]*models.Baked, error) { return baked, nil }
		}
		o.done <- opened{st, err}
	}()
}

// cancel leaves what is on its way, and closes it when it comes.
func (o *opening) cancel() {
	if o == nil {
		return
	}
	o.stop()
	go func() {
		<-o.done
		if o.cmd.rec != nil {
			o.cmd.rec.Close()
		}
	}()
}

// arrive shows the scene that is on its way, if it is ready. What cannot be shown is
// said, and the present one goes on.
func (s *session) arrive() {
	if s.opening == nil {
		return
	}
	var o opened
	select {
	case o = <-s.opening.done:
	default:
		if s.panel.Said() == "" {
			s.panel.Say("opening " + filepath.Base(s.opening.cmd.Scene))
		}
		return
	}
	next := *s
	next.cmd, next.opening, next.models = s.opening.cmd, nil, slices.Clone(s.models)
	if o.err == nil {
		next.unlist(func(b *scenario.Bird) bool { return inside(s.cmd.rec, b) })
		o.err = next.show(o.staged)
	}
	if o.err != nil {
		if next.cmd.rec != nil {
			next.cmd.rec.Close()
		}
		s.opening = nil
		s.say(o.err)
		return
	}
	s.panel.Say("opened " + filepath.Base(next.cmd.Scene))
	s.leave()
	next.reel = nil
	*s = next
	s.win.SetTitle(titleOf(s.scene))
	s.panel.Open(input.ParamsOf(s.scene), s.studio.Controls.Look, s.sceneFile())
	s.noteOpened(s.cmd.Scene)
	s.follow(s.cmd.Scene)
	s.say(s.loadBookmarks())
	s.sayPartly()
}

// sayPartly says that the recording that is open was not finished.
func (s *session) sayPartly() {
	if rec := s.cmd.rec; rec != nil && !rec.Complete() {
		s.panel.Say(input.Partly(filepath.Base(s.cmd.Scene), rec))
	}
}

// leave ends what belongs to the scene that is shown.
func (s *session) leave() {
	if s.reel != nil {
		s.endReel()
	}
	if s.cmd.rec != nil {
		s.drawing.letGo()
		s.cmd.rec.Close()
		s.cmd.rec = nil
	}
}
