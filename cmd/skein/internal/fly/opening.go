//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"fmt"
	"time"

	"skein/engine/frame"
	"skein/flock/look"
)

// opening measures the first pictures of the opening scene, to find how many birds this machine shows at
// openingRate.
type opening struct {
	measures     bool
	checks       bool // the number is already known; measure it again only if the pictures contradict it
	known        int
	pictureCount int
	times        pictureTimes
}

// chooseOpening sets the number of birds and the camera mode of the opening. The number was measured at the
// last start; at the first start it is openingFewest. The mode is Director, unless
// --camera gives another.
func (c *Options) chooseOpening() {
	if !c.Opening {
		return
	}
	all := loadOpening()
	count, _ := all.last()
	birds := openingBirds(count)
	c.Count, c.Camera = &birds, cmp.Or(c.Camera, look.Director.String())
}

func (s *session) openingKey() string {
	info, size := s.Renderer.Info(), s.Win.Framebuffer()
	key := fmt.Sprintf("%s, %s, %dx%d", info.Renderer, info.Version, size.X, size.Y)
	if s.cmd.Tier != "" {
		key += ", " + s.cmd.Tier
	}
	return key
}

// beginOpening starts to measure how many birds this machine can show. If the number is already known for
// this driver and window size, it first loads the scene with that many birds. The measurement then only
// checks the number.
func (s *session) beginOpening() {
	if !s.cmd.Opening {
		return
	}
	all, key := loadOpening(), s.openingKey()
	if count, known := all.use(key); known {
		all.save()
		s.showOpening(count, *s.cmd.Count)
		s.measureOpening()
		s.opening.checks, s.opening.known = true, count
		return
	}
	s.measureOpening()
}

func (s *session) measureOpening() {
	snap := s.Studio.Snapshot()
	s.opening = opening{measures: true, times: pictureTimes{birds: snap.Len(), ticks: float64(snap.TickRate) / openingRate}}
}

// measureAgain forgets the measured numbers of birds. It measures at once if the opening is shown, otherwise
// the next start measures.
func (s *session) measureAgain() {
	(&openingCounts{}).save()
	if !s.cmd.Opening || s.edited() || s.Studio.Flight() != nil {
		s.panel.Say("skein will measure the number of birds when it next opens without a scene")
		return
	}
	s.measureOpening()
	s.Studio.Controls.Paused = false
	s.panel.Say("measuring how many birds this machine can show")
}

func (o *opening) noteTick(seconds float64) {
	if o.measures && o.pictureCount >= openingSkipped {
		o.times.tick = append(o.times.tick, seconds)
	}
}

func (s *session) timeOpening(f *frame.Frame, layout float64, begun time.Time) {
	o := &s.opening
	if !o.measures || f.Count() == 0 {
		return
	}
	s.Renderer.Finish()
	if o.pictureCount++; o.pictureCount > openingSkipped {
		o.times.frame, o.times.layout = append(o.times.frame, time.Since(begun).Seconds()), append(o.times.layout, layout)
	}
}

func (s *session) finishOpening(f *frame.Frame) {
	o := &s.opening
	if !o.measures || len(o.times.frame) < openingTimed || len(o.times.tick) == 0 {
		return
	}
	o.measures = false
	if s.edited() || s.loading != nil {
		return // the user has edited the scene or opened another one
	}
	if o.checks && !o.times.contradicts(o.known) {
		return
	}
	if o.times.birds > openingFewest || !o.times.slow() {
		s.afterTicks(s.Ticking.Join(), 0)
		o.times.fewBirds, o.times.manyBirds = s.drawingTimes(f, openingFewest), s.drawingTimes(f, openingMost)
	}
	count := o.times.count()
	all := loadOpening() // another window may have stored a number meanwhile
	all.note(s.openingKey(), count)
	all.save()
	s.showOpening(count, o.times.birds)
}

func (s *session) showOpening(count, present int) {
	if birds := openingBirds(count); birds != present {
		s.openWith(birds, openingMessage(count))
	} else {
		s.panel.Say(openingMessage(count))
	}
}

// drawingTimes draws f several times with a different number of birds, without showing it. It returns the
// drawing times, in s.
func (s *session) drawingTimes(f *frame.Frame, birds int) (all []float64) {
	other := *f
	drawn := f.AllBirds()
	other.Birds, other.Swarm, other.IDs, other.Outline, other.View.Hide = nil, nil, nil, nil, -1
	for k := range birds {
		other.Birds = append(other.Birds, drawn[k%len(drawn)])
	}
	for k := range 4 {
		begun := time.Now()
		if err := s.Renderer.Draw(&other); err != nil {
			return nil
		}
		s.Renderer.Finish()
		if k > 0 { // the first drawing also allocates memory
			all = append(all, time.Since(begun).Seconds())
		}
	}
	return all
}
