//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"time"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/record"
	"skein/engine/window"
	"skein/flock"
	"skein/flock/files"
	"skein/flock/message"
	"skein/flock/recording"
	"skein/flock/scenario"
)

type liveRecording struct {
	rec        *recording.Recorder
	file       string
	fps        int
	cameraKeys []scenario.CameraKey // keys of the camera path, which are saved beside the recording
}

func (s *session) record() {
	if s.recording != nil {
		s.stopRecording()
		return
	}
	if s.Studio.Playing() {
		s.panel.Say("this is a recording; branch from it (Enter) to record a new flight")
		return
	}
	s.say(s.startRecording(time.Now().Format("skein-20060102-150405.mcap")))
}

func (s *session) startRecording(file string) error {
	rec, attach, err := s.createRecording(file, len(s.scene.Flocks()), nil)
	if err != nil {
		return err
	}
	tap := func(w *flock.World, events []flock.Event) error {
		if err := attach(rec, events); err != nil {
			return err
		}
		return rec.Tick(w, events)
	}
	if err := s.Studio.SetTap(tap); err != nil {
		_ = rec.Abort() // the earlier error is returned
		return err
	}
	_ = s.camera.load() // after an error there are no keys
	s.recording = &liveRecording{rec: rec, file: file, fps: liveFPS, cameraKeys: s.camera.keys}
	setConnectionLostMessage(s.recording)
	return nil
}

// setConnectionLostMessage sets the message to print if the X server is lost. It says where the recording r
// is, which may be nil.
func setConnectionLostMessage(r *liveRecording) {
	line := "skein: lost the connection to the X server"
	if r != nil {
		line += fmt.Sprintf("; %s contains the recording up to the last second: %s", recording.Part(r.file), input.RepairHint(r.file))
	}
	window.SetConnectionLostMessage(message.Line(line))
}

const liveFPS = 30

// createRecording creates a recording that begins with this many flocks; models may be nil. The returned
// function adds the flocks that join later, and the files of obstacles that edits introduce.
func (s *session) createRecording(file string, flocks int, models []*flock.Model) (*recording.Recorder, func(*recording.Recorder, []flock.Event) error, error) {
	scene, err := s.recordedScene(file, flocks)
	if err != nil {
		return nil, nil, err
	}
	scene.models = models
	things, err := scene.obstacleFiles(s.cmd.rec)
	if err != nil {
		return nil, nil, err
	}
	out, err := recording.Create(file, scene.meta(flocks), recording.Options{Files: append(scene.birdFiles(0, flocks), things...)})
	if err != nil {
		return nil, nil, err
	}
	from, attached := s.cmd.rec, map[string]bool{} // another scene may be open at a later edit
	for _, o := range scene.scene.Surroundings.Obstacles {
		attached[o.Digest] = true
	}
	return recording.NewRecorder(out), func(rec *recording.Recorder, events []flock.Event) error {
		scene.join(rec, events)
		return attach(from, rec, scene.scene, attached, events)
	}, nil
}

// attach adds each obstacle file that edits have introduced to rec, once. It reads files from the recording
// from which the flock was branched, if they are there.
func attach(from *recording.Reader, rec *recording.Recorder, sc *scenario.Scenario, attached map[string]bool, events []flock.Event) error {
	for _, e := range events {
		if e.Surroundings == nil {
			continue
		}
		for _, o := range e.Surroundings.Obstacles {
			if attached[o.Digest] || o.Mesh == nil {
				continue
			}
			m, files, err := input.ReadObstacle(from, sc, o.File)
			if err != nil {
				return fmt.Errorf("obstacle %s: %w", o.Name, err)
			}
			if m.Digest() != o.Digest {
				return fmt.Errorf("obstacle %s: %s has changed since it was loaded; load it again and restart the recording", o.Name, o.File)
			}
			attached[o.Digest] = true
			rec.Attach(files...)
		}
	}
	return nil
}

func (s *session) watchRecording() {
	if s.recording != nil && !s.Studio.HasTap() {
		s.stopRecording()
	}
}

func (s *session) stopRecording() {
	r := s.recording
	s.recording = nil
	setConnectionLostMessage(nil)
	if err := s.Studio.SetTap(nil); err != nil {
		s.say(err)
	}
	n, err := r.rec.Close()
	if err != nil {
		s.say(record.WithFrameCount(err, r.file, n))
		return
	}
	if len(r.cameraKeys) > 0 {
		if err := writeCameraFile(stem(r.file)+"-camera.toml", r.cameraKeys); err != nil {
			s.say(err)
		}
	}
	s.lastRecording = files.Absolute(r.file)
	s.addRecent(s.lastRecording)
	s.panel.Say(fmt.Sprintf("saved %s (%.1f s); to play it, choose File > Play last recording", files.Absolute(r.file), float64(n)/float64(r.fps)))
}

func (r *liveRecording) length() string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%.1f s", float64(r.rec.Frames())/float64(r.fps))
}
