package studio

// escort are those who followed a boid in an escape that was asked for.
type escort struct {
	boid   int
	ids    []int // ascending
	coming <-chan escorted
}

// escorted is what a flight says about one.
type escorted struct {
	ids []int
	err error
}

// Escort finds out, beside, who followed a boid in the escape that it began at a tick: while
// only the traces of the selected boid are drawn, and it is that boid, so are theirs.
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

// escorts takes in what was found.
func (s *Studio) escorts() error {
	select {
	case e := <-s.escort.coming:
		s.escort.ids, s.escort.coming = e.ids, nil
		return e.err
	default:
		return nil
	}
}

// Escorting returns the ids of those who are known to have followed the selected boid.
func (s *Studio) Escorting() []int {
	if s.escort.boid != s.Controls.Selected || !s.Playing() {
		return nil
	}
	return s.escort.ids
}
