//go:build cgo && !nowindow

package fly

import (
	"skein/engine/quality"
	"skein/engine/studio"
	"skein/ui"
)

type framePart int

const (
	partLimit framePart = iota // the pause before a frame, for the frame rate limit
	partWait
	partPlayback
	partPanel
	partCompose
	partDraw
	partShow
	partSwap
	parts
)

const historyLength = 240

type times struct {
	frame, draw, tick quality.Meter
	ticks             quality.Meter
	parts             [parts]quality.Meter
	now               [parts]float64 // parts of the current frame, s
	ticksNow          float64        // ticks that were finished during the current frame, s
	start, last       float64        // start of the frame (after the pause), and end of its last part, s
	history           []float32      // times between the last frames, oldest first, ms
}

func (t *times) begin(now, pause float64) {
	t.start, t.last, t.now, t.ticksNow = now, now, [parts]float64{partLimit: pause}, 0
}

// lap ends a part of the frame at the time now, in s. The next part begins there.
func (t *times) lap(part framePart, now float64) {
	t.now[part] += now - t.last
	t.last = now
}

// end stores the times of a drawn frame. The averages are weighted by the frame's duration, so that the parts
// add up to a frame.
func (t *times) end() {
	passed := t.last - t.start + t.now[partLimit]
	for k := range t.parts {
		t.parts[k].Note(t.now[k], passed)
	}
	t.ticks.Note(t.ticksNow, passed)
}

func (t *times) noteFrame(passed float64) {
	t.frame.Note(passed, passed)
	if passed <= 0 {
		return
	}
	if len(t.history) == historyLength {
		copy(t.history, t.history[1:])
		t.history = t.history[:historyLength-1]
	}
	t.history = append(t.history, float32(1000*passed))
}

func (t *times) costs(d *ui.Drawing) quality.Costs {
	c := quality.Costs{
		Frame: t.frame.MS(), Ticks: t.ticks.MS(), Limit: t.parts[partLimit].MS(), Wait: t.parts[partWait].MS(), Playback: t.parts[partPlayback].MS(), Panel: t.parts[partPanel].MS(),
		Compose: t.parts[partCompose].MS(), Draw: t.parts[partDraw].MS(), Show: t.parts[partShow].MS(), Swap: t.parts[partSwap].MS(),
		Graphics: quality.Span{Name: "frame"}, Software: d.Software,
	}
	for _, each := range d.Passes {
		c.AddPass(each.Pass, each.MS)
	}
	return c
}

// numbers contains the durations that the panel shows. They do not change while the window rests.
type numbers struct {
	frameMS, drawMS, tickMS float64
	drawing                 ui.Drawing
}

func (s *session) updateNumbers() {
	if s.rest.still {
		return
	}
	history := s.numbers.drawing.Frames
	s.numbers = numbers{s.times.frame.MS(), s.times.draw.MS(), s.times.tick.MS(), s.drawingInfo()}
	if d := &s.numbers.drawing; s.panel.ShowsTimings() {
		d.Costs, d.Frames = s.times.costs(d), append(history[:0], s.times.history...)
	}
}

// longestStep is the largest time step of the camera, in s, so that it does not jump after a slow frame.
const longestStep = 0.25

func (s *session) elapsed(now float64) float64 {
	before := s.last
	s.last = now
	if before == 0 {
		return 0
	}
	return now - before
}

func (s *session) afterTicks(a studio.AdvanceResult, passed float64) {
	s.say(a.Err)
	s.watchRecording()
	s.watchRange()
	s.watchTrial()
	s.watchFigure()
	if a.Ticks > 0 {
		s.times.tick.Note(a.Seconds/float64(a.Ticks), passed)
		s.times.ticksNow += a.Seconds
		s.opening.noteTick(a.Seconds / float64(a.Ticks))
	}
}
