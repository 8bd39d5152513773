package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/engine/reel"
	"skein/flock"
	"skein/models"
)

// poseWeights contains the weights of a bird's resting pose and of its landing pose, each from 0 to 1.
type poseWeights struct{ rest, flare float32 }

// Poses tracks the poses of birds between snapshots. A settled bird folds its wings, and a bird that takes
// off opens them. A bird that brakes before a perch flares.
type Poses struct{ prev, cur []poseWeights }

const (
	foldTime   = 0.28
	unfoldTime = 0.16
	flareTime  = 0.15
)

// recallTime is the longest time in s for which an event affects a pose.
const recallTime = 0.5

func isResting(s *flock.Snapshot, k int) bool {
	return s.Flags[k]&flock.Perched != 0 || s.Vel[k] == mgl32.Vec3{}
}

// Begin starts at a snapshot. Each bird is either fully in its resting pose or not at all.
func (p *Poses) Begin(s *flock.Snapshot) {
	p.cur = p.cur[:0]
	for k := range s.Len() {
		pose := poseWeights{}
		if isResting(s, k) {
			pose.rest = 1
		}
		p.cur = append(p.cur, pose)
	}
	p.prev = append(p.prev[:0], p.cur...)
}

// Add advances to the next snapshot. If birds have come or gone, or time has jumped, it starts again at cur.
func (p *Poses) Add(prev, cur *flock.Snapshot, params []flock.Params) {
	dt := float32(cur.Seconds() - prev.Seconds())
	if len(p.cur) != cur.Len() || prev.Len() != cur.Len() || dt < 0 || dt > 1 || len(params) < cur.FlockCount() {
		p.Begin(cur)
		return
	}
	p.prev, p.cur = p.cur, append(p.prev[:0], p.cur...)
	for number := range cur.FlockCount() {
		least := minSpeed(&params[number])
		for k, end := cur.Range(number); k < end; k++ {
			pose := &p.cur[k]
			if isResting(cur, k) {
				if pose.rest == 1 {
					pose.flare = 0 // invisible with folded wings
				}
				pose.rest = min(pose.rest+dt/foldTime, 1)
				continue
			}
			pose.rest = max(pose.rest-dt/unfoldTime, 0)
			wanted := flareAmount(prev.Vel[k].Len(), cur.Vel[k].Len(), least, dt)
			pose.flare += min(max(wanted-pose.flare, -dt/flareTime), dt/flareTime)
		}
	}
}

// minSpeed returns the minimum speed in normal flight. Birds that land or take off are slower.
func minSpeed(p *flock.Params) float32 {
	if v := p.Float("min_speed"); v > 0 {
		return v
	}
	return p.Float("max_speed") / 2
}

// flareAmount returns the weight of the flaring pose, from 0 to 1. A bird flares if it brakes hard below its
// minimum speed, least.
func flareAmount(before, now, least, dt float32) float32 {
	if least <= 0 || dt <= 0 {
		return 0
	}
	slow := num.Smooth(1.05, 0.6, now/least)
	brakes := num.Smooth(0.1, 0.4, (before-now)/(dt*least))
	return slow * brakes
}

func isIdle(s *flock.Snapshot, params []flock.Params) bool {
	for number := range s.FlockCount() {
		least := minSpeed(&params[number])
		for k, end := s.Range(number); k < end; k++ {
			if v := s.Vel[k]; isResting(s, k) || v.LenSqr() < 1.2*least*least {
				return false
			}
		}
	}
	return true
}

// weights returns the weight of each pose of boid k. share is the position between the snapshots, 0 to 1.
// cruise is the flock's cruising speed.
func (p *Poses) weights(k int, share, cruise float32, b *flock.Boid) (h [models.StanceCount]float32) {
	if k < len(p.cur) && k < len(p.prev) {
		a, c := p.prev[k], p.cur[k]
		h[models.Rest] = num.Smooth(0, 1, a.rest+(c.rest-a.rest)*share)
		h[models.Flare] = num.Smooth(0, 1, a.flare+(c.flare-a.flare)*share)
	}
	h[models.Stoop] = stoopAmount(b.Vel, cruise)
	return h
}

// stoopAmount returns the weight of the stooping pose, from 0 to 1. A bird stoops if it dives steeply and
// much faster than cruise.
func stoopAmount(v mgl32.Vec3, cruise float32) float32 {
	const slowest, fastest = 1.3, 1.8 // multiples of cruise between which the weight rises from 0 to 1
	if cruise <= 0 || v.LenSqr() <= slowest*slowest*cruise*cruise {
		return 0
	}
	speed := v.Len()
	return num.Smooth(slowest, fastest, speed/cruise) * num.Smooth(0.1, 0.35, -v[1]/speed)
}

// Recall computes the poses at frame i of a reel and at the next frame. They depend only on these two and
// earlier frames.
func (p *Poses) Recall(reel reel.Reel, fps float64, i int, params []flock.Params, current, next *flock.Snapshot) error {
	if len(params) < current.FlockCount() {
		return nil
	}
	if isIdle(current, params) && isIdle(next, params) {
		p.prev, p.cur = p.prev[:0], p.cur[:0]
		return nil
	}
	var two [2]flock.Snapshot
	from := max(0, i-int(recallTime*fps+0.5))
	before := current
	for k := from; k < i; k++ {
		s := &two[k&1]
		if err := reel.Frame(k, s); err != nil {
			return err
		}
		if k == from {
			p.Begin(s)
		} else {
			p.Add(before, s, params)
		}
		before = s
	}
	if from == i {
		p.Begin(current)
	} else {
		p.Add(before, current, params)
	}
	p.Add(current, next, params)
	return nil
}
