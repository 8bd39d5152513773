package studio

import (
	"image"
	"reflect"
	"testing"

	"skein/engine/camera"
	"skein/flock"
	"skein/flock/model"
)

func TestCommandsWithoutEffect(t *testing.T) {
	s := smallStudio(t)
	try := func(c Command, want error) {
		t.Helper()
		old := s.Controls
		err := s.Do(c, 1)
		if err != want {
			t.Errorf("command %d gives the error %v, want %v", c, err, want)
		}
		if err != nil && !reflect.DeepEqual(s.Controls, old) {
			t.Errorf("command %d failed, but changed the controls from %+v to %+v", c, old, s.Controls)
		}
	}
	lead := func(ids ...int) {
		clear(s.cur.Flags)
		for _, i := range ids {
			s.cur.Flags[i] |= flock.Leading
		}
	}
	lead()
	try(NextLeader, errNoLeader)
	s.log.events = []flock.Event{{Kind: flock.EscapeEnded, Boid: 6, Tick: -60}, {Kind: flock.EscapeEnded, Boid: 2, Tick: -30}, {Kind: flock.EscapeEnded, Boid: 9, Tick: 1 << 40}}
	try(NextLeader, nil)
	if boid, ago, ok := s.LastLeader(); s.Controls.Selected != 2 || boid != 2 || !ok || ago != float64(30+s.cur.Tick)/float64(s.cur.TickRate) {
		t.Errorf("nobody leads: boid %d is selected, and boid %d led %v s ago; want boid 2, 0.5 s before the start", s.Controls.Selected, boid, ago)
	}
	try(NextLeader, errNoLeader)
	lead(3)
	try(NextLeader, nil)
	if err := s.Do(NextLeader, 1); s.Controls.Selected != 3 || err == nil || err.Error() != "boid 3 is the only leader at this moment" {
		t.Errorf("boid %d is selected (error %v), want boid 3 and an error", s.Controls.Selected, err)
	}
	lead(3, 5)
	if try(NextLeader, nil); s.Controls.Selected != 5 {
		t.Errorf("boid %d is selected after 3, want 5", s.Controls.Selected)
	}
	try(StepBack, errNoPast)
	s.Frame(image.Pt(320, 180), 0, camera.Drive{}) // the camera leaves a path from the last drawn view
	s.Path = &camera.Path{}
	if try(FrameFlock, nil); s.Path != nil {
		t.Error("the camera still follows its path after the user framed the flock")
	}

	for n, want := range []error{errNobody, errAlone} {
		c := s.Controls
		c.Params, c.Selected = model.With(c.Params, "count", n), n-1
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		s.Frame(image.Pt(320, 180), 0, camera.Drive{})
		try(NextBoid, want)
		try(PreviousBoid, want)
	}
}

func TestStepsBeyondTheEnds(t *testing.T) {
	s, _ := playback(t)
	last := float64(s.Flight().Frames() - 1)
	for _, c := range []struct {
		frame float64
		do    Command
		want  error
	}{{0, StepBack, errFirst}, {0, StepOnce, nil}, {last, StepOnce, errLast}, {last, StepBack, nil}} {
		s.goTo(t, c.frame)
		if err := s.Do(c.do, 1); err != c.want {
			t.Errorf("at frame %v of %v, the command %v gives the error %v, want %v", c.frame, last, c.do, err, c.want)
		}
	}
}
