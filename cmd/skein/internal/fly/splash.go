//go:build cgo && !nowindow

package fly

import (
	"context"
	"math"
	"path/filepath"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/words"
	"skein/engine/render"
	"skein/flock/scenario"
	"skein/ui"
)

func (s *session) splash(step string, share float32) {
	if fb := s.Win.Framebuffer(); fb.X == 0 || fb.Y == 0 {
		return
	}
	title := s.scene.Name
	if title == "" {
		title = filepath.Base(s.cmd.Scene)
	}
	s.surface.DrawSplash(&ui.Splash{Title: title, About: s.scene.Description, Step: step, Share: share})
	s.Win.Swap()
	s.Win.Poll() // also sends the picture to the screen, which would otherwise wait for the next event
}

// Expected duration of a warm-up in seconds, and time between two pictures of the splash. If a warm-up takes
// longer, the progress bar slows down.
const (
	warmUpTime  = 2.0
	splashEvery = 50 * time.Millisecond
)

// prepareShown prepares a scene like [Options.prepare] and starts the renderer, while it shows the splash. If
// the user closes the window, it sets quit.
func (s *session) prepareShown(ctx context.Context, g *console.Console, sc *scenario.Scenario) (Staged, error) {
	done := make(chan loadedScene, 1)
	go func() {
		st, err := s.cmd.prepare(ctx, g, sc)
		done <- loadedScene{st, err}
	}()
	if err := s.startRenderer(); err != nil {
		return Staged{}, err
	}
	step := "warming up " + words.Plural(input.BoidsOf(sc), "bird")
	for from := time.Now(); ; {
		select {
		case o := <-done:
			return o.Staged, o.err
		case <-time.After(splashEvery):
		}
		if s.Win.Closing() {
			s.quit = true
			return Staged{}, nil
		}
		s.splash(step, float32(0.35+0.35*(1-math.Exp(-time.Since(from).Seconds()/warmUpTime))))
	}
}

func (s *session) startRenderer() (err error) {
	if s.Renderer != nil {
		return nil
	}
	s.splash(render.Compiling, 0.05)
	last, shown := time.Now(), render.Compiling
	s.Renderer, err = render.New(render.Options{Live: true, Progress: func(step string, share float64) {
		if step == shown && time.Since(last) < splashEvery {
			return
		}
		s.splash(step, 0.05+0.3*float32(share))
		last, shown = time.Now(), step
	}})
	return err
}
