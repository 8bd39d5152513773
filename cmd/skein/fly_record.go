//go:build cgo && !nowindow

package main

import (
	"fmt"
	"path/filepath"
	"time"

	"skein/flock/recording"
)

// reel is a recording of what flies in the window.
type reel struct {
	rec  *recording.Recorder
	file string
	fps  int
}

// record begins a recording beside the scene's, or ends the one that goes on.
func (s *session) record() {
	if s.reel != nil {
		s.endReel()
		return
	}
	if s.studio.Playing() {
		s.panel.Say("this is a recording: branch off to record what follows")
		return
	}
	s.say(s.beginReel(time.Now().Format("skein-20060102-150405.mcap")))
}

// beginReel records from the tick shown on, thirty frames a second.
func (s *session) beginReel(file string) error {
	const fps = 30
	sc := kept(s.scene, s.studio, file)
	sc.Bird.File = wherever(s.scene.BirdPath())
	for k := range sc.Others {
		sc.Others[k].Bird.File = wherever(withFlock(s.scene, k+1).BirdPath())
	}
	files, err := birdFilesOf(s.cmd.rec, s.scene)
	if err != nil {
		return err
	}
	beside := *sc // as its obstacles name their files
	beside.File = file
	things, err := obstacleFiles(s.cmd.rec, &beside)
	if err != nil {
		return err
	}
	files = append(files, things...)
	meta := recordMeta(sc, fps)
	meta.Live = true
	out, err := recording.Create(file, meta, recording.Options{Files: files})
	if err != nil {
		return err
	}
	r := &reel{rec: recording.NewRecorder(out), file: file, fps: fps}
	if err := s.studio.SetTap(r.rec.Tick); err != nil {
		_ = r.rec.Abort() // the error that led here says more
		return err
	}
	s.reel = r
	return nil
}

// watchReel ends a recording whose flock is gone, or that cannot be written.
func (s *session) watchReel() {
	if s.reel != nil && !s.studio.Tapped() {
		s.endReel()
	}
}

// endReel finishes the recording, which takes what is in its queue.
func (s *session) endReel() {
	r := s.reel
	s.reel = nil
	if err := s.studio.SetTap(nil); err != nil {
		s.say(err)
	}
	n, err := r.rec.Close()
	if err != nil {
		s.panel.Say(fmt.Sprintf("%v: the first %d frames are in %s", err, n, recording.Part(filepath.Base(r.file))))
		return
	}
	s.panel.Say(fmt.Sprintf("saved %s: %.1f s", r.file, float64(n)/float64(r.fps)))
}

// length says how much is recorded; empty for a reel that is not.
func (r *reel) length() string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%.1f s", float64(r.rec.Frames())/float64(r.fps))
}
