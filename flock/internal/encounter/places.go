package encounter

import (
	"skein/flock/around"
	"skein/flock/internal/solid"
	"skein/flock/internal/stages"
	"skein/flock/vec"
)

// Clearance returns the smallest distance between an obstacle and the middle of a bird with the given
// wingspan, both in m. It is also the height of the bird's middle when it stands on the obstacle.
func Clearance(wingspan float32) float32 { return max(0.05, min(float32(0.15*wingspan), 0.5)) }

// IsFree reports whether a position is at least keep metres from all obstacles.
func (o *Obstacles) IsFree(p vec.Vec, keep float32) bool {
	pos := solid.Vec(p)
	for k := range o.Bodies {
		if b := &o.Bodies[k]; b.BoxDistance(pos, pos) < keep && b.Contains(pos, keep) {
			return false
		}
	}
	return true
}

// FreePlace returns a position near p that is at least keep metres from all obstacles. If only one obstacle
// is near, this is the nearest such position.
func (o *Obstacles) FreePlace(p vec.Vec, keep float32) (to vec.Vec, ok bool) {
	keep += slack
	to = p
	for range 32 {
		deepest, way := float32(0), vec.Vec{}
		for k := range o.Bodies {
			b, pos := &o.Bodies[k], solid.Vec(to)
			if b.BoxDistance(pos, pos) >= keep || !b.Contains(pos, keep-slack/2) {
				continue
			}
			if far, n := b.Exit(pos, keep); far > deepest || way == (vec.Vec{}) {
				deepest, way = max(far, slack), vec.Vec(n)
			}
		}
		if way == (vec.Vec{}) {
			to = o.inWorld(to)
			return to, o.IsFree(to, keep/2)
		}
		if o.Plane {
			way = way.Flat().Unit()
		}
		to = o.inWorld(to.Add(way.Scale(deepest)))
	}
	for far := float32(0.5); far < around.Wall; far *= 1.5 { // for a boid between overlapping obstacles
		for n := range 26 {
			n += n / 13
			way := vec.Vec{X: float32(n%3 - 1), Y: float32(n/3%3 - 1), Z: float32(n/9 - 1)}
			if o.Plane && way.Y != 0 {
				continue
			}
			if to := o.inWorld(p.Add(way.Unit().Scale(far))); o.IsFree(to, keep) {
				return to, true
			}
		}
	}
	return p, false
}

func (o *Obstacles) inWorld(p vec.Vec) vec.Vec {
	p = p.Quantized()
	p, _ = stages.Stop(p, vec.Vec{}, o.Floor)
	return p
}

// Images returns obstacles together with their images in a world that wraps around. side is the length of the
// world in metres. Endless obstacles end at the limits of the world.
func Images(all []solid.Body, side float32) []solid.Body {
	low, high := solid.Vec{X: -side / 2, Z: -side / 2}, solid.Vec{X: side / 2, Y: side, Z: side / 2}
	var images []solid.Body
	for k := range all {
		b := all[k]
		if l, h := b.Bounds(); l.Y < -2*around.Wall || h.Y > 2*around.Wall {
			b = b.Clip(low, high)
		}
		for n := range 27 {
			offset := solid.Vec{X: float32(n%3-1) * side, Y: float32(n/3%3-1) * side, Z: float32(n/9-1) * side}
			if image := b.Move(offset); image.BoxDistance(low, high) < side/2 {
				images = append(images, image)
			}
		}
	}
	return images
}
