package picture

import (
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock"
	"skein/models"
)

type addition struct {
	birds    []frame.Bird
	boids    []flock.Boid
	snapshot *flock.Snapshot
	first    int
	number   int
	kind     int
	models   models.Shares
	span     float32 // m
	cruise   float32
	variety  float32
	variants []variant
	poses    *Poses
	share    float32
	plain    bool
	leader   mgl32.Vec4
	leaders  *int32
}

// modelsOf returns the fraction of a flock's birds for each model, or nil if all have the same one.
func (s *Scene) modelsOf(flock int) models.Shares {
	if flock < len(s.Models) {
		return s.Models[flock]
	}
	return nil
}

// numberInFlock returns the index of boid i within its flock or, for imported tracks, the bird's id.
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
