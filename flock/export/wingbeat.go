package export

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/models"
	"skein/models/lod"
)

type wingbeats struct {
	beating  bool    // whether any bird beats its wings in an exported frame
	known    bool    // whether the rate of the wingbeat is known in any frame
	sum      float64 // sum of the positive rates of all birds in all frames, 1/s
	measured int
}

func (w *wingbeats) add(b *Boid) {
	w.beating = w.beating || !holdsWings(b.Flags)
	w.known = w.known || b.showsRate
	if b.beatRate > 0 {
		w.sum += b.beatRate
		w.measured++
	}
}

// rate returns the mean number of wingbeats per second of the birds that beat their wings, or 0 if there are
// none.
func (w *wingbeats) rate() float64 {
	if w.measured == 0 {
		return 0
	}
	return w.sum / float64(w.measured)
}

// warn warns if birds beat their wings at an unknown rate.
func (w *wingbeats) warn(s *Source, flock, model int) {
	if !w.beating || w.known {
		return
	}
	label := ""
	if s.Flocks() > 1 {
		label = " of " + s.Species(flock)
	}
	label += s.withModel(flock, model)
	s.o.warn("the wings%s will not blur, because the recording does not contain the rate of the wingbeat", label)
}

func holdsWings(flags flock.Flags) bool { return flags&(flock.Gliding|flock.Perched) != 0 }

// wingMotion returns the velocities and accelerations of vertices in a pose, in wingspans per second and per
// second squared. rate is the number of wingbeats per second. The results are central differences of poses.
func wingMotion(bird *models.Baked, p *lod.Part, pose int, rate float64) (velocities, accelerations []mgl32.Vec3) {
	n, perSecond := p.Vertices(bird.Poses), float32(rate*float64(bird.Poses))
	poseAt := func(pose int) []mgl32.Vec3 {
		pose = (pose + bird.Poses) % bird.Poses
		return p.Positions[pose*n : (pose+1)*n]
	}
	before, current, next := poseAt(pose-1), poseAt(pose), poseAt(pose+1)
	velocities, accelerations = make([]mgl32.Vec3, n), make([]mgl32.Vec3, n)
	for k := range current {
		velocities[k] = next[k].Sub(before[k]).Mul(perSecond / 2)
		accelerations[k] = next[k].Sub(current[k]).Sub(current[k].Sub(before[k])).Mul(perSecond * perSecond)
	}
	return velocities, accelerations
}
