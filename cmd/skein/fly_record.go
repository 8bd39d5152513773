//go:build cgo && !nowindow

package main

import (
	"fmt"
	"time"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/input"
	"skein/engine/window"
	"skein/flock"
	"skein/flock/message"
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
	rec, attach, err := s.openReel(file)
	if err != nil {
		return err
	}
	tap := func(w *flock.World, events []flock.Event) error {
		if err := attach(rec, events); err != nil {
			return err
		}
		return rec.Tick(w, events)
	}
	if err := s.studio.SetTap(tap); err != nil {
		_ = rec.Abort() // the error that led here says more
		return err
	}
	s.reel = &reel{rec: rec, file: file, fps: reelFPS}
	setLastWords(s.reel)
	return nil
}

// setLastWords says what to print if the X server goes away: what became of a recording,
// which is nil if there is none.
func setLastWords(r *reel) {
	line := "skein: the X server went away"
	if r != nil {
		line += fmt.Sprintf("; %s keeps what was recorded up to the last second: %s", recording.Part(r.file), input.Mending(r.file))
	}
	window.SetConnectionLostMessage(message.Line(line))
}

// reelFPS is how many frames a second are recorded of a living flock.
const reelFPS = 30

// openReel begins a recording of what flies, and gives what puts files in it that edits
// bring.
func (s *session) openReel(file string) (*recording.Recorder, func(*recording.Recorder, []flock.Event) error, error) {
	sc := s.kept(file)
	sc.Bird.File = bird.Path(s.scene.BirdPath())
	for k := range sc.Others {
		sc.Others[k].Bird.File = bird.Path(scenario.WithFlock(s.scene, k+1).BirdPath())
	}
	files, err := bird.Files(s.cmd.rec, s.scene)
	if err != nil {
		return nil, nil, err
	}
	beside := *sc // as its obstacles name their files
	beside.File = file
	things, err := input.ObstacleFiles(s.cmd.rec, &beside)
	if err != nil {
		return nil, nil, err
	}
	meta := recordMeta(sc, reelFPS)
	meta.Live = true
	out, err := recording.Create(file, meta, recording.Options{Files: append(files, things...)})
	if err != nil {
		return nil, nil, err
	}
	from, held := s.cmd.rec, map[string]bool{} // whatever is open by the time of an edit
	for _, o := range sc.Surroundings.Obstacles {
		held[o.Digest] = true
	}
	return recording.NewRecorder(out), func(rec *recording.Recorder, events []flock.Event) error {
		return attach(from, rec, sc, held, events)
	}, nil
}

// attach puts the files of obstacles that edits brought, which may lie in a recording that
// was branched from, into another, once each.
func attach(from *recording.Reader, rec *recording.Recorder, sc *scenario.Scenario, held map[string]bool, events []flock.Event) error {
	for _, e := range events {
		if e.Surroundings == nil {
			continue
		}
		for _, o := range e.Surroundings.Obstacles {
			if held[o.Digest] || o.Mesh == nil {
				continue
			}
			m, files, err := input.ReadObstacle(from, sc, o.File)
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
	setLastWords(nil)
	if err := s.studio.SetTap(nil); err != nil {
		s.say(err)
	}
	n, err := r.rec.Close()
	if err != nil {
		s.say(withKept(err, r.file, n))
		return
	}
	s.panel.Say(fmt.Sprintf("saved %s: %.1f s", r.file, float64(n)/float64(r.fps)))
}

// length returns how much is recorded; empty for a reel that is not.
func (r *reel) length() string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%.1f s", float64(r.rec.Frames())/float64(r.fps))
}
