//go:build cgo && !nowindow

package main

import (
	"fmt"
	"path/filepath"
	"time"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
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
	held := map[string]bool{}
	for _, o := range sc.Surroundings.Obstacles {
		held[o.Digest] = true
	}
	tap := func(w *flock.World, events []flock.Event) error {
		if err := s.attach(r.rec, sc, held, events); err != nil {
			return err
		}
		return r.rec.Tick(w, events)
	}
	if err := s.studio.SetTap(tap); err != nil {
		_ = r.rec.Abort() // the error that led here says more
		return err
	}
	s.reel = r
	return nil
}

// attach puts the files of obstacles that edits brought into a recording, once each.
func (s *session) attach(rec *recording.Recorder, sc *scenario.Scenario, held map[string]bool, events []flock.Event) error {
	for _, e := range events {
		if e.Surroundings == nil {
			continue
		}
		for _, o := range e.Surroundings.Obstacles {
			if held[o.Digest] || o.Mesh == nil {
				continue
			}
			m, files, err := readObstacle(s.cmd.rec, sc, o.File)
			if err != nil {
				return fmt.Errorf("obstacle %s: %w", o.Name, err)
			}
			if m.Digest() != o.Digest {
				return fmt.Errorf("obstacle %s: %s was changed since it was read: give it to the obstacle once more, and record again", o.Name, o.File)
			}
			held[o.Digest] = true
			rec.Attach(files...)
		}
	}
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
