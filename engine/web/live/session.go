package live

import (
	"fmt"

	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/scenario"
	"skein/flock/snapshots"
)

// Session is a scene that runs in a page. Only one goroutine may use it.
type Session struct {
	scene *scenario.Scenario
	start []byte // checkpoint after the warm-up; nil means that the warm-up is simulated
	seed  uint64

	world   *flock.World
	current flock.Snapshot
	chosen  []flock.Params
	calm    []flock.Params // parameters before the threat; nil means no threat

	counts     []int
	departures map[int]*explanation.Step
	events     []Event
	moved      bool
}

// Event is something that happened in a flock.
type Event struct {
	Tick int64  `json:"tick"`
	Bird int    `json:"bird"`
	Kind string `json:"kind"` // "began" or "ended" for an escape, "attack" by a hunter, or "split" of a hunted flock
}

// Open starts a scenario file. name is for messages. start is the checkpoint after the warm-up. If start is
// nil, Open simulates the warm-up.
func Open(name string, text, start []byte) (*Session, error) {
	sc, err := scenario.Parse(name, text)
	if err != nil {
		return nil, err
	}
	s := &Session{scene: sc, start: start}
	for _, f := range sc.Flocks() {
		s.chosen = append(s.chosen, f.Params)
	}
	return s, s.Restart(sc.Seed)
}

// Restart starts the scene again at tick 0, with the parameters that the user has chosen.
func (s *Session) Restart(seed uint64) error {
	w, err := s.newWorld(seed)
	if err != nil {
		return err
	}
	s.world, s.seed, s.calm = w, seed, nil
	s.departures, s.events, s.moved = map[int]*explanation.Step{}, nil, len(s.scene.Surroundings.Obstacles) > 0
	for k, p := range s.chosen {
		if err := w.SetParamsOf(k, p); err != nil {
			return err
		}
	}
	s.keepDepartures()
	w.Snapshot(&s.current)
	return nil
}

func (s *Session) newWorld(seed uint64) (*flock.World, error) {
	if seed == s.scene.Seed && s.start != nil {
		return flock.ResumeAmong(nil, s.start, 1, flock.Auto, s.models()...)
	}
	def := s.scene.Def()
	def.Seed, def.Workers = seed, 1
	return flock.NewWorld(def)
}

func (s *Session) models() (all []*flock.Model) {
	for _, f := range s.scene.Flocks() {
		all = append(all, f.Params.Model())
	}
	return all
}

// Step advances the flock by a number of ticks.
func (s *Session) Step(ticks int) {
	var jumped []int32
	for range ticks {
		s.step()
		jumped = s.world.AppendJumped(jumped)
	}
	s.world.Snapshot(&s.current)
	for _, i := range jumped {
		if int(i) < len(s.current.Flags) { // a boid that jumped may be gone by now
			s.current.Flags[i] |= flock.Jumped
		}
	}
}

func (s *Session) step() {
	var before *flock.Observer
	if s.world.Deciding() {
		before = s.world.Observer()
	}
	s.world.Step()
	s.keepDepartures()
	for _, e := range s.world.TakeEvents(nil) {
		s.note(&e, before)
	}
}

func (s *Session) note(e *flock.Event, before *flock.Observer) {
	add := func(kind string) { s.events = append(s.events, Event{e.Tick, e.Boid, kind}) }
	switch e.Kind {
	case flock.EscapeBegan:
		add("began")
		if before == nil {
			return
		}
		if why, err := before.Explain(e.Boid); err == nil {
			s.departures[e.Boid] = why
		}
	case flock.EscapeEnded:
		add("ended")
	case flock.AttackBegan:
		add("attack")
	case flock.Split:
		add("split")
	case flock.SurroundingsChanged:
		s.moved = true
	}
}

// TakeEvents returns the events since the last call.
func (s *Session) TakeEvents() []Event {
	all := s.events
	s.events = nil
	return all
}

// Snapshot returns the birds after the last step. It changes with the next step.
func (s *Session) Snapshot() *flock.Snapshot { return &s.current }

// Counts returns the number of birds of each flock.
func (s *Session) Counts() (all []int) {
	for k := range s.current.FlockCount() {
		from, to := s.current.Range(k)
		all = append(all, to-from)
	}
	return all
}

// Hash returns the hash of the state as text (see [flock.World.Hash]).
func (s *Session) Hash() string { return fmt.Sprintf("%016x", s.world.Hash()) }

// Polarization returns the polarization of the first flock; ok is false if no bird flies.
func (s *Session) Polarization() (float64, bool) {
	first := s.current.OneFlock(0)
	return snapshots.Polarization(&first)
}
