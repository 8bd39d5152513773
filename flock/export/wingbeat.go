package export

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/models"
	"skein/models/lod"
)

// wingbeats measures how often the birds of a flock beat their wings, from their phases in consecutive
// frames. It assumes less than one turn per frame.
type wingbeats struct {
	phase  []float32 // phase of each bird when it last beat its wings
	number []int     // number of that frame; 0: none
	turns  float64
	steps  int
}

func newWingbeats(birds int) *wingbeats {
	return &wingbeats{phase: make([]float32, birds), number: make([]int, birds)}
}

// add adds the phase of bird k in a frame.
func (w *wingbeats) add(k, number int, b *Boid) {
	if holdsWings(b) {
		return
	}
	if w.number[k] > 0 && w.number[k] == number-1 {
		turn := float64(b.Phase - w.phase[k])
		w.turns += turn - math.Floor(turn)
		w.steps++
	}
	w.phase[k], w.number[k] = b.Phase, number
}

// rate returns the mean number of wingbeats per second of the birds that beat their wings, or 0 if none does.
func (w *wingbeats) rate(fps float64) float64 {
	if w.steps == 0 {
		return 0
	}
	return w.turns / float64(w.steps) * fps
}

// holdsWings reports whether a bird does not move its wings.
func holdsWings(b *Boid) bool { return b.Flags&(flock.Gliding|flock.Perched) != 0 }

// wingMotion returns the velocities (wingspans per second) and accelerations (wingspans per second squared)
// of a part's vertices in a pose of a beat that repeats rate times per second. They are central differences
// between the pose and its neighbours.
func wingMotion(bird *models.Baked, p *lod.Part, pose int, rate float64) (velocities, accelerations []mgl32.Vec3) {
	n, perSecond := p.Vertices(bird.Poses), float32(rate*float64(bird.Poses))
	at := func(pose int) []mgl32.Vec3 {
		pose = (pose + bird.Poses) % bird.Poses
		return p.Positions[pose*n : (pose+1)*n]
	}
	before, now, next := at(pose-1), at(pose), at(pose+1)
	velocities, accelerations = make([]mgl32.Vec3, n), make([]mgl32.Vec3, n)
	for k := range now {
		velocities[k] = next[k].Sub(before[k]).Mul(perSecond / 2)
		accelerations[k] = next[k].Sub(now[k]).Sub(now[k].Sub(before[k])).Mul(perSecond * perSecond)
	}
	return velocities, accelerations
}
