package studio

import (
	"image"
	"reflect"
	"strings"
	"testing"
	"time"

	"skein/engine/camera"
	"skein/flock/explanation"
	"skein/flock/lead"
	"skein/flock/look"
	"skein/flock/vec"
)

// The studio's explanation of the selected boid equals the flock's own explanation at the same
// tick. An explanation does not change the flight.
func TestExplanationMatchesTheFlock(t *testing.T) {
	s, quiet := smallStudio(t), smallStudio(t)
	c := s.Controls
	c.Inspect, c.Selected = true, 7
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	play(s, 30, 1)
	if e, err := s.Explanation(); err != nil || e == nil || e.Boid != 7 || e.Decision.Verdict == lead.BetweenTwo || s.Snapshot().Tick-e.Tick > 4 {
		t.Fatalf("at tick %d the explanation is %+v (error %v), want a recent decision of boid 7", s.Snapshot().Tick, e, err)
	}
	s.Controls.Paused = true
	s.Advance(2000)
	e, err := s.Explanation()
	want, _ := s.world.Explain(7)
	if err != nil || !reflect.DeepEqual(e, want) || e.Tick != s.Snapshot().Tick {
		t.Errorf("paused at tick %d, the explanation is %+v (error %v), want %+v", s.Snapshot().Tick, e, err, want)
	}
	for quiet.Snapshot().Tick < s.Snapshot().Tick {
		quiet.step()
	}
	if quiet.Snapshot().Hash != s.Snapshot().Hash {
		t.Error("an inspected flock flies differently")
	}
	l := s.RecentSeries()
	n := len(l.Time)
	if n < 20 || l.Boid != 7 || len(l.Speed) != n || len(l.Eccentricity) != n || l.Eccentricity[n-1] != s.params[0].View().Summary(s.Snapshot(), 7).Eccentricity {
		t.Errorf("the series has %d points: %+v, want at least 20 of boid 7", n, l)
	}
	s.choose(-1)
	s.Advance(2001)
	if e, err := s.Explanation(); e != nil || err != nil {
		t.Errorf("without a selected boid, the explanation is %+v (error %v), want none", e, err)
	}
}

// If several frames show the same tick, the series has only one point for this tick. The series of
// a newly selected boid begins with its values in the past.
func TestSeriesOfALiveFlock(t *testing.T) {
	s := smallStudio(t)
	s.Controls.Inspect, s.Controls.Selected = true, 7
	const ticks = 60
	for range ticks {
		s.step()
		for range 3 {
			s.noteSeries()
		}
	}
	if n := len(s.RecentSeries().Time); n != ticks+1 { // the first point is the start of the flight, taken from the past
		t.Errorf("after %d ticks, each shown three times, the series has %d points", ticks, n)
	}
	s.Controls.Selected = 3
	s.noteSeries()
	l := s.RecentSeries()
	if len(l.Time) < 5 || l.Boid != 3 {
		t.Fatalf("the series of a newly selected boid is %+v, want its past too", l)
	}
	for _, f := range s.past.frames {
		if want := vec.FromArray(f.Vel[3]).Length(); float32(f.Seconds()) == l.Time[1] && l.Speed[1] != want {
			t.Errorf("at %v s the speed in the series is %v, in the past %v", l.Time[1], l.Speed[1], want)
		}
	}
}

func TestExplanationOfARecording(t *testing.T) {
	s, m := playback(t)
	every := int64(m.def.TickRate / 30)
	s.tape.flight.Explain = func(tick int64, boid int) (*explanation.Step, error) {
		w, err := s.tape.flight.World(int(tick / every))
		if err != nil {
			return nil, err
		}
		return w.Explain(boid)
	}
	s.Controls.Inspect = true
	s.choose(12)
	for _, frame := range []float64{30, 10, 44} {
		s.goTo(t, frame)
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
			if e, err := s.Explanation(); err != nil || time.Now().After(end) {
				t.Fatalf("frame %v: no explanation came in time: %+v (error %v)", frame, e, err)
			} else if e != nil && e.Tick == int64(frame)*every {
				if e.Pos.Array() != m.frames[int(frame)].Pos[12] {
					t.Errorf("frame %v: the boid is explained at %v, but recorded at %v", frame, e.Pos, m.frames[int(frame)].Pos[12])
				}
				break
			}
			s.Advance(0)
		}
	}
	if l := s.RecentSeries(); len(l.Time) < 10 {
		t.Errorf("the series has %d points from earlier frames, want at least 10", len(l.Time))
	}
}

func (s *Studio) waitForShares(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(time.Minute); s.inquiry.shares.pendingShares != nil; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the shares were not computed in time")
		}
		s.updateShares()
	}
}

// The contributions of the rules are computed in the background while the flight goes on. They are the
// contributions at the tick at which they were requested.
func TestSharesInTheBackground(t *testing.T) {
	s := smallStudio(t)
	s.Controls.Show.Colour = look.ColourByRule
	want := s.world.Shares()
	s.updateInquiry()
	if s.inquiry.shares.pendingShares == nil || s.Shares() != nil {
		t.Fatal("the shares were computed while the window waited")
	}
	for range 20 {
		s.world.Step()
	}
	for end := time.Now().Add(time.Minute); s.Shares() == nil; time.Sleep(time.Millisecond) {
		if s.inquiry.shares.err != nil || time.Now().After(end) {
			t.Fatalf("the shares were not computed in time (error %v)", s.inquiry.shares.err)
		}
		s.updateShares()
	}
	if !reflect.DeepEqual(s.Shares(), want) {
		t.Error("the shares of the selected tick differ from those of a flock that was stopped at this tick")
	}
}

func TestTracksHaveNoRules(t *testing.T) {
	s, _ := playback(t)
	s.tape.flight.Tracks, s.tape.flight.Explain, s.tape.flight.Shares, s.tape.flight.World = true, nil, nil, nil
	s.Controls.Inspect, s.Controls.Show.Colour = true, look.ColourByRule
	s.choose(3)
	s.Advance(0)
	if e, err := s.Explanation(); e != nil || err != errNoModel {
		t.Errorf("for imported tracks the explanation is %v (error %v), want errNoModel", e, err)
	}
	f := s.Frame(image.Pt(320, 180), 0.1, camera.Drive{})
	if f.Legend == nil || !strings.Contains(f.Legend.Title, errNoModel.Error()) {
		t.Errorf("the legend is %+v, want a title that says that tracks have no rules", f.Legend)
	}
}
