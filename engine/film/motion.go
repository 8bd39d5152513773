package film

import (
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/reel"
	"skein/flock"
)

// Motion returns the picture at a time, and the places of its contents at the next picture's time. Both times
// are in frames after the first. If the camera cuts in between, or the reel ends, Motion looks back by the
// same time instead. If there is a cut in the past, too, nothing moves. A bird that jumps or leaves flies
// straight on. The results share no memory with the film.
func (f *Film) Motion(moment, next float64, size image.Point) (*frame.Frame, *frame.Moved, error) {
	f.open()
	moment, next = reel.Round(moment), reel.Round(next)
	to, err := f.partner(moment, next)
	if err != nil {
		return nil, nil, err
	}
	jumped, err := f.jumpedBetween(moment, to)
	if err != nil {
		return nil, nil, err
	}
	shown, err := f.At(moment, size)
	if err != nil {
		return nil, nil, err
	}
	current := &frame.Frame{}
	shown.CopyTo(current)
	current.ListTrails()
	m := &frame.Moved{Before: to < moment}
	for i := range current.Birds {
		m.Birds = append(m.Birds, flownOn(current.Birds[i], &f.boids[i], float32((to-moment)/f.FPS)))
	}
	other, err := f.At(to, size)
	if err != nil {
		return nil, nil, err
	}
	places := map[int]int{}
	for k := range other.Birds {
		places[other.ID(k)] = k
	}
	for i := range m.Birds {
		id := current.ID(i)
		if k, ok := places[id]; ok && !jumped[id] {
			m.Birds[i] = other.Birds[k]
		}
	}
	m.View, m.Seconds, m.Stands = other.View, other.Seconds, movedStands(current.Stands, other.Stands)
	return current, m, nil
}

func flownOn(bird frame.Bird, b *flock.Boid, seconds float32) frame.Bird {
	if b.Flags&flock.Perched == 0 {
		bird.Pos = bird.Pos.Add(b.Vel.Mul(seconds))
	}
	return bird
}

// movedStands returns the matrices of the stands at another time. A stand that is not in other keeps its
// matrix.
func movedStands(stands, other []frame.Stand) (all []mgl32.Mat4) {
	type key struct {
		name  string
		solid *frame.Solid
	}
	places := map[key]mgl32.Mat4{}
	for i := range other {
		places[key{other[i].Name, other[i].Solid}] = other[i].Matrix
	}
	for i := range stands {
		matrix, ok := places[key{stands[i].Name, stands[i].Solid}]
		if !ok {
			matrix = stands[i].Matrix
		}
		all = append(all, matrix)
	}
	return all
}

// MiddleOf returns the middle of a picture's exposure. Both times are in frames after the first.
func (f *Film) MiddleOf(moment float64, e Exposure) (float64, error) {
	from, length, err := f.window(moment, e.Shutter*f.rate())
	return from + length/2, err
}

func (f *Film) partner(moment, next float64) (float64, error) {
	for _, to := range []float64{next, 2*moment - next} {
		if to < 0 || to > float64(f.Reel.Frames()-1) {
			continue
		}
		if cut, err := f.cutsBetween(moment, to); !cut || err != nil {
			return to, err
		}
	}
	return moment, nil
}

func (f *Film) cutsBetween(moment, to float64) (bool, error) {
	now, err := f.seconds(moment)
	if err != nil {
		return false, err
	}
	end, err := f.seconds(to)
	if err != nil {
		return false, err
	}
	if last, next := f.cuts(now); end < last || end >= next {
		return true, nil
	}
	if err := f.aim(now); err != nil || f.Path != nil || !f.isTied() {
		return false, err
	}
	jumped, err := f.jumpedBetween(moment, to)
	return jumped[f.tiedTo], err
}

// jumpedBetween returns the ids of boids that jump between two times. A jump is halfway between two frames.
func (f *Film) jumpedBetween(moment, to float64) (ids map[int]bool, err error) {
	from, last := min(moment, to), max(moment, to)
	for k := int(from) + 1; k <= int(math.Ceil(last)); k++ {
		s, err := f.reader.Frame(k)
		if err != nil {
			return nil, err
		}
		if jump := float64(k) - 0.5; jump <= from || jump > last {
			continue
		}
		for i, flags := range s.Flags {
			if flags&flock.Jumped != 0 {
				if ids == nil {
					ids = map[int]bool{}
				}
				ids[s.ID(i)] = true
			}
		}
	}
	return ids, nil
}
