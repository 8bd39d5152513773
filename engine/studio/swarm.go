package studio

import (
	"slices"

	"skein/engine/camera"
	"skein/engine/picture"
	"skein/engine/reel"
	"skein/flock"
	"skein/flock/snapshots"
)

// A large flock is shown as a swarm (see [frame.Swarm]). The studio then computes only the boids that
// cameras, traces and the selection need.

// swarmFrom is the smallest number of boids that are shown as a swarm. Smaller flocks are drawn faster
// without one.
const swarmFrom = 5000

func (s *Studio) interpolatePlayed() {
	if s.playsSwarm() {
		_, s.shownSnapshot, _ = s.between()
		s.interpolateSome()
		return
	}
	s.partial = false
	s.boids, s.shownSnapshot = reel.Interpolate(s.boids, s.prev, s.cur, float32(s.tape.share), &s.commonBoids)
	reel.Beat(s.boids, s.prev, s.shownSnapshot, s.tape.share, s.usualBeats)
}

func (s *Studio) usualBeats(k int) float64 {
	return float64(s.paramsOf(k).Float("flap_rate")) / s.tape.flight.playRate()
}

// playsSwarm reports whether the current two frames of a recording can be a swarm: no boid enters, leaves or
// jumps, and no wing beats more than once.
func (s *Studio) playsSwarm() bool {
	a, b := s.prev, s.cur
	if len(a.IDs)+len(b.IDs) > 0 || a.Len() != b.Len() || !slices.Equal(a.Counts, b.Counts) {
		return false
	}
	for k := range s.params {
		if s.usualBeats(k) >= 1 {
			return false
		}
	}
	return !slices.ContainsFunc(b.Flags, func(f flock.Flags) bool { return f&flock.Jumped != 0 })
}

// between returns the snapshots before and after the displayed time. share is the position of that time
// between them, 0 to 1.
func (s *Studio) between() (before, after *flock.Snapshot, share float32) {
	switch {
	case !s.Playing():
		return s.prev, s.cur, s.clock.Alpha()
	case s.tape.share == 0:
		return s.prev, s.prev, 1
	}
	return s.prev, s.cur, float32(s.tape.share)
}

// interpolateSome computes the boids at the displayed time. For a swarm, it computes only a sample and
// chosenBoids.
func (s *Studio) interpolateSome() {
	n := s.cur.Len()
	if n < swarmFrom || s.complete || len(s.boids) != n {
		s.partial = true
		s.completeBoids()
		return
	}
	s.partial = true
	for k := range s.cur.FlockCount() {
		from, to := s.cur.Range(k)
		for i := range camera.EvenSample(to - from) {
			s.refresh(from + i)
		}
	}
	for _, id := range s.chosenBoids() {
		if i, ok := s.cur.Index(id); ok {
			s.refresh(i)
		}
	}
}

func (s *Studio) chosenBoids() [2]int {
	boid, _ := s.aim()
	return [2]int{s.Controls.Selected, boid}
}

func (s *Studio) refresh(i int) {
	if s.partial {
		before, after, share := s.between()
		s.boids[i] = snapshots.InterpolateOne(before, after, share, i)
	}
}

func (s *Studio) completeBoids() {
	if s.partial {
		before, after, share := s.between()
		s.boids, s.partial = snapshots.Interpolate(s.boids[:0], before, after, share), false
	}
}

// chooseSwarm decides whether the next picture shows a swarm. sizes is empty if all birds have full size.
func (s *Studio) chooseSwarm(sizes []float32) {
	show := &s.Controls.Show
	s.complete = s.Playing() && !s.playsSwarm() || s.cur.Len() < swarmFrom || len(sizes) > 0 || len(s.ghosts) > 0 || s.prev.Len() != s.cur.Len() ||
		!picture.ShowsSwarm(show, s.Controls.Selected >= 0) || len(s.cur.IDs) > 0 || s.hasUnlikeBirds()
	if s.complete {
		s.completeBoids()
		return
	}
	s.partial = true
	for _, id := range s.chosenBoids() {
		if i, ok := s.cur.Index(id); ok {
			s.refresh(i)
		}
	}
}
