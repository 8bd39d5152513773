//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"time"

	"skein/engine/frame"
	"skein/flock/look"
)

// opening measures the first pictures of the opening scene, to find how many birds this machine shows at
// openingRate.
type opening struct {
	measures     bool
	pictureCount int
	times        pictureTimes
}

// chooseOpening sets the number of birds and the camera mode of the opening. The number was measured at the
// last start; at the first start it is openingFewest. The mode is Director.
func (c *Options) chooseOpening() {
	if !c.Opening {
		return
	}
	all := loadOpening()
	count, _ := all.last()
	birds := openingBirds(count)
	c.Count, c.Camera = &birds, look.Director.String()
}

func (s *session) openingKey() string {
	info, size := s.Renderer.Info(), s.Win.Framebuffer()
	return fmt.Sprintf("%s, %s, %dx%d", info.Renderer, info.Version, size.X, size.Y)
}

// beginOpening starts to measure how many birds this machine shows. If the number is known for this driver
// and window size, it loads the scene with it instead.
func (s *session) beginOpening() {
	if !s.cmd.Opening {
		return
	}
	all, key := loadOpening(), s.openingKey()
	if count, known := all.use(key); known {
		all.save()
		s.showOpening(count, *s.cmd.Count)
		return
	}
	snap := s.Studio.Snapshot()
	s.opening = opening{measures: true, times: pictureTimes{birds: snap.Len(), ticks: float64(snap.TickRate) / openingRate}}
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
	if o.times.birds > openingFewest || !o.times.slow() {
		s.afterTicks(s.Ticking.Join(), 0)
		o.times.fewBirds, o.times.manyBirds = s.drawingTimes(f, openingFewest), s.drawingTimes(f, openingMost)
	}
	count := o.times.count()
	all := loadOpening()
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

// drawingTimes draws the frame f several times with another number of birds, without showing it. It returns
// the times in s.
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
