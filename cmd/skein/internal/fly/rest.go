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
	livelyTime   = 1.0 // time after the last input during which frames are drawn, s; tooltips and fades need it
	settleFrames = 3
	restInterval = 0.5 // time between two checks for changes at rest, s
	workInterval = 0.1 // time between two checks while a job runs or text is typed, s
)

// rest decides whether a paused window draws another picture. From time to time, the window still lays out
// its panel and picture, and draws them if they have changed.
type rest struct {
	seen    frame.Frame
	panel   uint64 // fingerprint of the last drawn panel
	until   float64
	more    int // pictures still to draw after the last change
	resting bool
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

// isRestless reports whether the next picture must be drawn even if it is unchanged. Call it while no ticks
// run in the background.
func (s *session) isRestless() bool {
	saves := s.screenshotFile != "" || s.stillFile != ""
	counted := s.cmd.Frames > 0 || s.cmd.Unthrottled || s.opening.measures
	return !s.Studio.Controls.Paused || saves || counted || s.Renderer.Switching() || s.quality.isMeasuring(s.Renderer)
}

func (q *tierChoice) isMeasuring(r *render.Renderer) bool {
	info := r.Info()
	return q.auto && !info.Software() && r.Measures() && !q.judge.Settled()
}

func (s *session) isWorking() bool {
	loads := s.loading != nil || s.joining != nil || s.loadingObstacle != nil || s.dialog != nil || s.offer != nil ||
		slices.ContainsFunc(s.loadingBirds[:], func(l *loadingBird) bool { return l != nil })
	return loads || s.rangeJob != nil || s.trial != nil || s.plan != nil || s.recording != nil || s.figure.done != nil || ui.IsTyping()
}

// awaitFrame waits while the window rests, and starts the next frame. It returns the time since the previous
// frame, in s, or 0 after a rest. pause is the part of this time that the frame rate limit added.
func (s *session) awaitFrame() (passed, pause float64) {
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
	if s.last > 0 && !s.cmd.Unthrottled {
		begun := s.Win.Seconds()
		s.Win.WaitUntil(s.last + s.frameInterval())
		pause = s.Win.Seconds() - begun
	}
	passed = s.elapsed(s.Win.Seconds())
	if !s.rest.resting {
		s.times.noteFrame(passed)
	}
	return passed, pause
}
