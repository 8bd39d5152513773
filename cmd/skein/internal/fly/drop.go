//go:build cgo && !nowindow

package fly

import (
	"cmp"
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
	"skein/models/gltf"
)

func (s *session) openDropped(paths []string) {
	choose := offersModels(paths)
	if choose {
		s.offerModels(paths)
	}
	for _, path := range paths {
		if choose && (isFolder(path) || bird.IsGLTF(path)) {
			continue
		}
		if !s.dropOn(path, strings.ToLower(filepath.Ext(path))) {
			s.openAny(path)
		}
	}
}

func (s *session) openAny(path string) {
	ext := strings.ToLower(filepath.Ext(path))
	switch {
	case (ext == ".glb" || ext == ".gltf") && s.openMatchedCamera(path), (ext == ".csv" || ext == ".parquet") && s.openMatchedCamera(path):
	case ext == ".glb" || ext == ".gltf":
		b := scenario.DefaultBird()
		b.File = files.Absolute(path)
		s.listBird(b)
		s.chooseBird(b)
	case kinds.IsRecording(path):
		s.unlessEdited("opening "+filepath.Base(path), func() { s.open(path) })
	case ext == ".toml":
		if keys, err := scenario.LoadCamera(path); err == nil && len(keys) > 0 {
			s.openCameraFile(path)
		} else {
			s.unlessEdited("opening "+filepath.Base(path), func() { s.open(path) })
		}
	case ext == ".csv" || ext == ".parquet":
		s.panel.Say(filepath.Base(path) + " is a table; convert its tracks to a recording with skein import, then open the recording")
	case slices.Contains([]string{".usda", ".usdc", ".usd", ".usdz"}, ext):
		if _, err := input.ReadCamera(path); err != nil {
			s.say(err)
		} else {
			s.openCameraFile(path)
		}
	default:
		s.panel.Say(filepath.Base(path) + ": unknown file type; use a model (.glb, .gltf), a recording (.mcap), a scene or camera file (.toml), or a camera in a table (.csv, .parquet), glTF or USD file")
	}
}

func (s *session) openMatchedCamera(path string) bool {
	if keys, err := input.ReadCamera(path); err != nil || len(keys) == 0 {
		return false
	}
	if _, err := gltf.Load(path); err == nil {
		return false
	}
	s.openCameraFile(path)
	return true
}

func (s *session) openCameraFile(path string) {
	s.camera = cameraKeys{file: path, opened: new(bool)}
	s.camera.keepSource()
	s.Studio.Path = nil // so that flyPath begins
	s.flyPath()
}

type sceneLoad struct {
	cmd     *Options
	opening string // message to show after the opening scene was loaded again; empty if the user opened the scene
	stop    context.CancelFunc
	done    chan loadedScene
}

type loadedScene struct {
	Staged
	err error
}

func (s *session) open(path string) {
	cmd := *s.cmd
	cmd.Scene, cmd.Camera, cmd.rec = path, "", nil
	cmd.Seed, cmd.Count, cmd.Rule, cmd.At, cmd.Choice, cmd.Opening = nil, nil, nil, nil, bird.Choice{}, false
	s.load(&cmd, "")
}

func (s *session) openWith(birds int, message string) {
	cmd := *s.cmd
	cmd.Count = &birds
	s.load(&cmd, message)
}

func (s *session) load(cmd *Options, opening string) {
	s.loading.cancel()
	ctx, stop := context.WithCancel(context.Background())
	o := &sceneLoad{cmd: cmd, opening: opening, stop: stop, done: make(chan loadedScene, 1)}
	s.loading = o
	go func() {
		st, err := cmd.stage(ctx, &console.Console{Stdout: io.Discard, Stderr: io.Discard})
		if err == nil {
			var baked []models.Mix
			baked, err = st.Birds() // in the background, because baking takes too long for the window's thread
			st.Birds = func() ([]models.Mix, error) { return baked, nil }
		}
		o.done <- loadedScene{st, err}
	}()
}

func (o *sceneLoad) cancel() {
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

func (s *session) receiveScene() {
	if s.loading == nil {
		return
	}
	var o loadedScene
	select {
	case o = <-s.loading.done:
	default:
		if s.panel.Message() == "" && s.loading.opening == "" {
			s.panel.Say("opening " + filepath.Base(s.loading.cmd.Scene))
		}
		return
	}
	text := s.loading.opening
	if text != "" && (s.edited() || s.panel.HasDrafts() || s.recording != nil) {
		s.loading = nil // keep the current flock, because the user is working with it
		return
	}
	next := *s
	next.cmd, next.loading, next.models, next.opening = s.loading.cmd, nil, slices.Clone(s.models), opening{}
	if o.err == nil {
		next.unlistBirds(func(b *scenario.Bird) bool { return inRecording(s.cmd.rec, b.File) })
		o.err = next.show(o.Staged)
	}
	if o.err != nil {
		if next.cmd.rec != nil {
			next.cmd.rec.Close()
		}
		s.loading = nil
		s.say(o.err)
		return
	}
	message, recorded := cmp.Or(text, "opened "+filepath.Base(next.cmd.Scene)), s.recording != nil
	s.closeScene()
	if recorded {
		message += "; " + s.panel.Message()
	}
	s.panel.Say(message)
	next.recording, next.trial = nil, nil
	*s = next
	s.panel.Open(input.ParamsOf(s.scene), s.Studio.Controls.Look, s.sceneFile())
	if text == "" {
		s.addRecent(s.cmd.Scene)
		s.watchFile(s.cmd.Scene)
	}
	s.say(s.loadBookmarks())
	s.sayWhenKeysBegin()
	s.sayPartly()
	s.sayFaultyBirds()
}

func (s *session) sayPartly() {
	if rec := s.cmd.rec; rec != nil && !rec.Complete() {
		s.panel.Say(input.PartialMessage(filepath.Base(s.cmd.Scene), rec))
	}
}

func (s *session) closeScene() {
	if s.recording != nil {
		s.stopRecording()
	}
	s.endTrial(true)
	if s.cmd.rec != nil {
		s.rangeJob.releaseInput()
		s.cmd.rec.Close()
		s.cmd.rec = nil
	}
}
