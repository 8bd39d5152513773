package studio

// escort stores which boids followed a boid in its escape.
type escort struct {
	boid   int
	ids    []int // ascending
	coming <-chan escorted
}

// escorted is the answer of a recording.
type escorted struct {
	ids []int
	err error
}

// Escort starts to find out, in the background, which boids followed a boid in the escape that
// began at a tick. If only the traces of the selected boid are drawn, and it is that boid,
// their traces are drawn too.
func (s *Studio) Escort(tick int64, boid int) {
	s.escort = escort{boid: boid}
	if !s.Playing() || s.tape.flight.Followers == nil {
		return
	}
	coming, find := make(chan escorted, 1), s.tape.flight.Followers
	s.escort.coming = coming
	go func() {
		ids, err := find(tick, boid)
		coming <- escorted{ids, err}
	}()
}

// escorts stores the answer if it has arrived.
func (s *Studio) escorts() error {
	select {
	case e := <-s.escort.coming:
		s.escort.ids, s.escort.coming = e.ids, nil
		return e.err
	default:
		return nil
	}
}

// Escorting returns the ids of the boids that followed the selected boid, as far as known.
func (s *Studio) Escorting() []int {
	if s.escort.boid != s.Controls.Selected || !s.Playing() {
		return nil
	}
	return s.escort.ids
}
