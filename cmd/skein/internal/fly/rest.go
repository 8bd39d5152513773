//go:build cgo && !nowindow

package fly

import (
	"slices"

	"skein/engine/frame"
	"skein/engine/render"
	"skein/engine/studio"
	"skein/ui"
)

const (
	livelyTime   = 1.0 // time for which pictures are drawn after the last input, s; tooltips and fades need it
	settleFrames = 3   // number of pictures that are drawn after the last change
	restInterval = 0.5 // time between two checks for changes while the window rests, s
	workInterval = 0.1 // time between two checks while a job runs or text is typed, s
)

// rest decides whether a paused window draws another picture. The window still lays out its panel and its
// picture from time to time, and draws them if they have changed.
type rest struct {
	seen    frame.Frame
	panel   uint64  // fingerprint of the panel that was last drawn
	until   float64 // time until which pictures are drawn even if nothing changes, s
	more    int     // number of further pictures to draw after the last change
	resting bool    // the last picture was not drawn, because nothing had changed
	still   bool
}

func (r *rest) note(f *frame.Frame, panel uint64) (changed bool) {
	changed = panel != r.panel
	r.panel = panel
	if !f.Same(&r.seen) {
		f.CopyTo(&r.seen)
		r.still, changed = false, true
	}
	return changed
}

func (r *rest) stir(now float64) { r.until, r.resting = now+livelyTime, false }

// draws reports whether a picture must be drawn. If restless is true, draws returns true. Call draws after
// the panel was laid out on the surface. The time now is in s.
func (r *rest) draws(f *frame.Frame, panel *ui.Surface, now float64, restless bool) bool {
	if restless {
		r.stir(now)
		r.still = false
		return true
	}
	r.still = now >= r.until
	if r.note(f, panel.Fingerprint()) {
		r.more = settleFrames
	}
	r.resting = now >= r.until && r.more == 0
	r.more = max(r.more-1, 0)
	return !r.resting
}

// isRestless reports whether the next picture must be drawn even if it is the same as the last one. Call it
// while no ticks run in the background.
func (s *session) isRestless() bool {
	saves := s.screenshotFile != "" || s.stillFile != ""
	counted := s.cmd.Frames > 0 || s.cmd.Unthrottled || s.opening.measures
	return !s.Studio.Controls.Paused || saves || counted || s.Renderer.Switching() || s.quality.isMeasuring(s.Renderer)
}

// isMeasuring reports whether the choice of the tier still needs measurements of pictures.
func (q *tierChoice) isMeasuring(r *render.Renderer) bool {
	info := r.Info()
	return q.auto && !info.Software() && r.Measures() && !q.judge.Settled()
}

// isWorking reports whether something runs in the background whose progress or result the panel will show.
func (s *session) isWorking() bool {
	loads := s.loading != nil || s.joining != nil || s.loadingObstacle != nil || s.dialog != nil || s.offer != nil ||
		slices.ContainsFunc(s.loadingBirds[:], func(l *loadingBird) bool { return l != nil })
	return loads || s.rangeJob != nil || s.trial != nil || s.plan != nil || s.recording != nil || s.figure.done != nil || ui.IsTyping()
}

// awaitFrame waits while the window rests, and then starts the next frame. It returns the time since the
// previous frame, in s, or 0 if the window rested.
func (s *session) awaitFrame() (passed float64) {
	if s.rest.resting {
		interval := restInterval
		if s.isWorking() {
			interval = workInterval
		}
		s.afterTicks(s.Ticking.Join(), 0)
		if s.Win.Rest(interval) {
			s.last = 0
			s.afterTicks(studio.AdvanceNow(s.Studio, s.Win.Seconds()), 0) // the clock does not count the time at rest
		}
	}
	passed = s.elapsed(s.Win.Seconds())
	if !s.rest.resting {
		s.times.noteFrame(passed)
	}
	return passed
}
