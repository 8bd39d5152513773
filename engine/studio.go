package engine

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Studio is a living flock and a way of looking at it: the world, the clock,
// the camera, what is selected and what was done. It needs no window; time and
// input are passed in.
type Studio struct {
	Controls Controls
	Rig      Rig
	Light    Light

	def    flock.Def
	world  *flock.World
	clock  Clock
	prev   flock.Snapshot
	cur    flock.Snapshot
	boids  []flock.Boid // as shown
	traces Traces
	undo   history
	ledger Ledger
	events []flock.Event
	seen   []int // ids that the selected boid sees
	frame  Frame
	inset  insetCamera
}

// Ledger counts escapes since the start.
type Ledger struct {
	Escapes, Reabsorbed, Abandoned int
}

// NewStudio makes the world of def and looks at it.
func NewStudio(def flock.Def, show Show, light Light) (*Studio, error) {
	s := &Studio{
		Controls: Controls{Params: def.Params, Show: show, Mode: Orbit, FovY: mgl32.DegToRad(45), Speed: 1, Selected: -1},
		Rig:      NewRig(),
		Light:    light,
		def:      def,
	}
	return s, s.restart()
}

func (s *Studio) restart() error {
	world, err := flock.NewWorld(s.def)
	if err != nil {
		return err
	}
	s.world = world
	s.clock = Clock{Rate: s.def.TickRate}
	s.traces.Clear()
	s.ledger = Ledger{}
	s.world.Snapshot(&s.cur)
	s.world.Snapshot(&s.prev)
	s.traces.Add(&s.cur, s.Controls.Show.TraceSeconds)
	s.interpolate()
	return nil
}

// Set applies what a person set. A set of parameters that is not valid changes
// nothing and is returned as the error; edited says that an edit is complete,
// which is what Undo goes back over.
func (s *Studio) Set(c Controls, edited bool) error {
	var err error
	if c.Params != s.world.Params() {
		if err = s.world.SetParams(c.Params); err != nil {
			c.Params = s.world.Params()
		}
		s.undo.touch(s.def.Params)
		s.adopt(c.Params)
	}
	if edited {
		s.undo.commit()
	}
	s.bind(&c)
	s.Controls = c
	s.Rig.SetMode(c.Mode)
	s.Rig.FovY = c.FovY
	return err
}

// bind keeps mode and selection in step: a mode that needs a boid selects one,
// a leader if there is any; letting go of the boid leaves the mode.
func (s *Studio) bind(c *Controls) {
	if c.Selected >= 0 || c.Mode != Follow && c.Mode != Eye || s.cur.Len() == 0 {
		return
	}
	if s.Controls.Selected >= 0 {
		c.Mode = Orbit
		return
	}
	s.selectNext(1, func(int) bool { return true })
	s.selectNext(1, s.leads)
	c.Selected = s.Controls.Selected
}

func (s *Studio) leads(i int) bool { return s.cur.Flags[i]&flock.Leading != 0 }

// Do carries out a command.
func (s *Studio) Do(c Command, aspect float32) error {
	switch c {
	case StepOnce:
		s.Controls.Paused = true
		s.step()
		s.clock.Land()
	case Restart:
		return s.restart()
	case RestartAnew:
		s.def.Seed = s.def.Seed*6364136223846793005 + 1442695040888963407
		return s.restart()
	case FrameFlock:
		s.Rig.Frame(s.subject(), aspect)
		s.Controls.Mode = s.Rig.Mode
	case NextBoid:
		s.selectNext(1, func(int) bool { return true })
	case PreviousBoid:
		s.selectNext(-1, func(int) bool { return true })
	case NextLeader:
		s.selectNext(1, s.leads)
	case Undo:
		return s.travel(s.undo.back)
	case Redo:
		return s.travel(s.undo.forth)
	}
	return nil
}

func (s *Studio) travel(to func(flock.Params) flock.Params) error {
	p := to(s.def.Params)
	if err := s.world.SetParams(p); err != nil {
		return err
	}
	s.Controls.Params = p
	s.adopt(p)
	return nil
}

// adopt makes parameters that the world accepted those of a restart, too, and
// shows a changed population at once.
func (s *Studio) adopt(p flock.Params) {
	s.def.Params = p
	s.world.Snapshot(&s.cur)
}

// selectNext selects the next boid, in order of ids and around the end, that
// wanted accepts; without one the selection stays.
func (s *Studio) selectNext(step int, wanted func(int) bool) {
	n := s.cur.Len()
	from := s.Controls.Selected
	if from < 0 && step < 0 {
		from = 0
	}
	for k := 1; k <= n; k++ {
		i := ((from+k*step)%n + n) % n
		if wanted(i) {
			s.Controls.Selected = i
			return
		}
	}
}

// Advance steps the world up to the time now, any monotonic time in seconds.
func (s *Studio) Advance(now float64) (ticks int) {
	s.clock.Paused, s.clock.Speed = s.Controls.Paused, s.Controls.Speed
	ticks = s.clock.Advance(now)
	for range ticks {
		s.step()
	}
	return ticks
}

func (s *Studio) step() {
	s.prev, s.cur = s.cur, s.prev
	s.world.Step()
	s.world.Snapshot(&s.cur)
	s.traces.Add(&s.cur, s.Controls.Show.TraceSeconds)
	s.events = s.world.TakeEvents(s.events[:0])
	for _, e := range s.events {
		s.ledger.count(e)
	}
}

func (l *Ledger) count(e flock.Event) {
	switch e.Kind {
	case flock.EscapeBegan:
		l.Escapes++
	case flock.Reabsorbed:
		l.Reabsorbed++
	case flock.Abandoned:
		l.Abandoned++
	}
}

func (s *Studio) interpolate() {
	s.boids = flock.Interpolate(s.boids[:0], &s.prev, &s.cur, s.clock.Alpha())
	if s.Controls.Selected >= len(s.boids) {
		s.Controls.Selected = -1
	}
}

func (s *Studio) subject() Subject {
	return subjectOf(s.boids, s.Controls.Selected, s.Controls.Params.Wingspan)
}

// Frame returns the image to draw, of the given size, dt seconds after the one
// before. It stays valid until the next call.
func (s *Studio) Frame(size image.Point, dt float32, d Drive) *Frame {
	s.interpolate()
	sub := s.subject()
	f := &s.frame
	f.Size = size
	f.Seconds = (float64(s.cur.Tick) - 1 + float64(s.clock.Alpha())) / float64(s.cur.TickRate)
	f.View = s.Rig.Update(dt, d, sub)
	f.Light = s.Light
	s.seen = Compose(f, &Scene{
		Boids: s.boids, Snapshot: &s.cur, Traces: &s.traces, Params: &s.Controls.Params,
		Show: s.Controls.Show, Selected: s.Controls.Selected,
	}, s.seen)
	f.Inset = s.inset.show(s.Controls.Show.Inset && s.Rig.Mode != Eye, size, dt, sub)
	return f
}

// Pick selects the boid seen at a pixel of the last frame, or none.
func (s *Studio) Pick(x, y float32) {
	f := &s.frame
	s.Controls.Selected = Pick(f.View, f.Size.X, f.Size.Y, f.Birds, x, y, 12)
}

// Snapshot is the flock at the last tick. It stays valid until the next Advance.
func (s *Studio) Snapshot() *flock.Snapshot { return &s.cur }

// Shown is the last frame.
func (s *Studio) Shown() *Frame { return &s.frame }

// Seed is what the world was made from.
func (s *Studio) Seed() uint64 { return s.def.Seed }

// Ledger returns the escapes counted since the start.
func (s *Studio) Ledger() Ledger { return s.ledger }
