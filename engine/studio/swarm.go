package studio

import (
	"skein/engine/camera"
	"skein/engine/picture"
	"skein/flock"
)

// A large live flock is shown as a swarm (see [frame.Swarm]). For each picture, the studio then computes
// only the boids that cameras, traces and the selection need.

// swarmFrom is the minimum number of boids of a flock that may be shown as a swarm. Smaller flocks are
// faster without a swarm.
const swarmFrom = 5000

// interpolateLive computes the boids of a live flock at the shown instant. If the flock was shown as a swarm,
// it computes only a sample and the boids of chosenBoids.
func (s *Studio) interpolateLive() {
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
		if i, there := s.cur.Index(id); there {
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
		s.boids[i] = flock.InterpolateOne(s.prev, s.cur, s.clock.Alpha(), i)
	}
}

func (s *Studio) completeBoids() {
	if s.partial {
		s.boids, s.partial = flock.Interpolate(s.boids[:0], s.prev, s.cur, s.clock.Alpha()), false
	}
}

// chooseSwarm decides whether the next picture shows a swarm. sizes are the sizes of the birds, which are
// empty if all have their full size.
func (s *Studio) chooseSwarm(sizes []float32) {
	show := &s.Controls.Show
	s.complete = s.Playing() || s.cur.Len() < swarmFrom || len(sizes) > 0 || len(s.ghosts) > 0 || s.prev.Len() != s.cur.Len() ||
		!picture.ShowsSwarm(show, s.Controls.Selected >= 0) || len(s.cur.IDs) > 0 || s.hasUnlikeBirds()
	if s.complete {
		s.completeBoids()
		return
	}
	s.partial = true
	for _, id := range s.chosenBoids() {
		if i, there := s.cur.Index(id); there {
			s.refresh(i)
		}
	}
}
