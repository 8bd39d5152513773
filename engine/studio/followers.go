package studio

type followerQuery struct {
	boid         int
	ids          []int
	pendingReply <-chan followersReply
}

type followersReply struct {
	ids []int
	err error
}

// FindFollowers starts to find, in the background, the boids that followed a boid in the escape that began at
// a tick. If only the trace of the selected boid is drawn, its followers' traces are drawn with it.
func (s *Studio) FindFollowers(tick int64, boid int) {
	s.followers = followerQuery{boid: boid}
	if !s.Playing() || s.tape.flight.Followers == nil {
		return
	}
	coming, find := make(chan followersReply, 1), s.tape.flight.Followers
	s.followers.pendingReply = coming
	go func() {
		ids, err := find(tick, boid)
		coming <- followersReply{ids, err}
	}()
}

func (s *Studio) receiveFollowers() error {
	select {
	case e := <-s.followers.pendingReply:
		s.followers.ids, s.followers.pendingReply = e.ids, nil
		return e.err
	default:
		return nil
	}
}

// KnownFollowers returns the ids of the boids that followed the selected boid, or nil if they are not known
// yet.
func (s *Studio) KnownFollowers() []int {
	if s.followers.boid != s.Controls.Selected || !s.Playing() {
		return nil
	}
	return s.followers.ids
}
