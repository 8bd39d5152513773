package picture

import (
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock"
	"skein/models"
)

// addition adds the boids of a flock to a picture.
type addition struct {
	birds    []frame.Bird
	boids    []flock.Boid // boids of all flocks
	snapshot *flock.Snapshot
	first    int // index of the flock's first boid
	number   int // number of the flock
	kind     int // kind of the birds that have the flock's first model
	models   models.Shares
	span     float32 // wingspan, m
	cruise   float32 // cruising speed, m/s
	variety  float32
	variants []variant // variants of the birds
	poses    *Poses    // poses of the boids; nil: none
	share    float32   // position between the two snapshots of the poses, 0 to 1
	plain    bool
	leader   mgl32.Vec4 // colour of leaders
	leaders  *int32     // number of leaders
}

// modelsOf returns the share of a flock's birds that have each of its models. It returns nil if all
// birds have one model.
func (s *Scene) modelsOf(flock int) models.Shares {
	if flock < len(s.Models) {
		return s.Models[flock]
	}
	return nil
}

// numberInFlock returns the number of boid i within its flock, or the id of an imported bird.
func (a *addition) numberInFlock(i int) int {
	if len(a.snapshot.IDs) > 0 {
		return a.snapshot.ID(i)
	}
	return i - a.first
}

func (a *addition) add(from, to int) {
	for n := from; n < to; n++ {
		i := a.first + n
		b, bird := &a.boids[i], &a.birds[n]
		bird.Pos, bird.Rotation, bird.Phase, bird.Flock, bird.Tint = b.Pos, b.Attitude(), b.Phase, a.number, mgl32.Vec4{}
		bird.Kind = a.kind + a.models.Model(a.numberInFlock(i))
		bird.Span = a.span * a.variants[n].forBird(a.snapshot.ID(i)).sizeFactor(a.variety)
		bird.Held = [models.StanceCount]float32{}
		if a.poses != nil {
			bird.Held = a.poses.weights(i, a.share, a.cruise, b)
		}
		if b.Flags&flock.Leading != 0 && !a.plain {
			bird.Tint = a.leader
			atomic.AddInt32(a.leaders, 1)
		}
	}
}
