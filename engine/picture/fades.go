package picture

import (
	"math"
	"slices"

	"skein/engine/internal/num"
	"skein/engine/reel"
	"skein/flock"
)

// FadeTime is how long a bird that enters takes to its full size, and one that leaves from
// it, s.
const FadeTime = 0.3

// Fades know who enters and who leaves a reel around an instant: birds that come and go
// grow to their size and shrink from it, so that none is there at once. It follows from the
// reel and the instant alone. Birds that were tracked are told by their ids; of those that
// were simulated the last of a flock come and go as their number changes.
type Fades struct {
	reel   reel.Reel
	params func(frame, number int) (flock.Params, error) // in force at a frame, of a flock
	ids    map[int][]int32                               // by frame: who is there
	read   flock.Snapshot
	counts []int          // of a flock, by frame
	known  map[[2]int]int // numbers of boids by frame and flock
}

// NewFades returns the comings of a reel whose flocks have parameters at each frame.
func NewFades(r reel.Reel, params func(frame, number int) (flock.Params, error)) Fades {
	return Fades{reel: r, params: params}
}

// Sizes returns those of the birds of a snapshot at a place in the reel, as shares of their full
// ones, in dst; none, where nobody comes and goes.
func (c *Fades) Sizes(dst []float32, at, fps float64, s *flock.Snapshot) ([]float32, error) {
	dst = dst[:0]
	reach := int(math.Ceil(FadeTime * fps))
	if reach == 0 {
		return dst, nil
	}
	near := span{at: at, first: max(int(at)-reach, 0), last: min(int(at)+1+reach, c.reel.Frames()-1), steps: reach + 1}
	if len(s.IDs) == 0 {
		return c.counted(dst, near, s)
	}
	if err := c.look(near.first, near.last); err != nil {
		return dst, err
	}
	for _, id := range s.IDs {
		dst = append(dst, near.size(func(k int) bool { return c.there(k, id) }))
	}
	return dst, nil
}

// counted returns the sizes in flocks whose numbers of boids go by their parameters.
func (c *Fades) counted(dst []float32, near span, s *flock.Snapshot) ([]float32, error) {
	changed := false
	for number := range s.FlockCount() {
		c.counts = c.counts[:0]
		for k := near.first; k <= near.last; k++ {
			n, err := c.count(k, number)
			if err != nil {
				return dst[:0], err
			}
			c.counts = append(c.counts, n)
		}
		first, end := s.Range(number)
		same := slices.Min(c.counts) == slices.Max(c.counts)
		for own := range end - first {
			size := float32(1)
			if !same {
				size = near.size(func(k int) bool { return own < c.counts[k-near.first] })
			}
			dst = append(dst, size)
		}
		changed = changed || !same
	}
	if !changed {
		return dst[:0], nil
	}
	return dst, nil
}

// count returns the number of boids of a flock at a frame.
func (c *Fades) count(frame, number int) (int, error) {
	key := [2]int{frame, number}
	if n, known := c.known[key]; known {
		return n, nil
	}
	p, err := c.params(frame, number)
	if err != nil {
		return 0, err
	}
	const many = 4096
	if c.known == nil || len(c.known) > many {
		c.known = map[[2]int]int{}
	}
	c.known[key] = p.Count()
	return p.Count(), nil
}

// span are the frames around a place in a reel in which who comes or goes is no full size
// there, and in how many steps it grows.
type span struct {
	at                 float64
	first, last, steps int
}

// size is that of a bird that is there in some of the frames.
func (s *span) size(there func(frame int) bool) float32 {
	size := 1.0
	for k := int(s.at); k >= s.first; k-- {
		if !there(k) {
			size = min(size, (s.at-float64(k))/float64(s.steps))
			break
		}
	}
	for k := int(math.Ceil(s.at)); k <= s.last; k++ {
		if !there(k) {
			size = min(size, (float64(k)-s.at)/float64(s.steps))
			break
		}
	}
	return num.Smooth(0, 1, float32(size))
}

func (c *Fades) there(frame int, id int32) bool {
	_, is := slices.BinarySearch(c.ids[frame], id)
	return is
}

// look reads who is there in some frames, and forgets others.
func (c *Fades) look(first, last int) error {
	if c.ids == nil {
		c.ids = map[int][]int32{}
	}
	for k := range c.ids {
		if k < first-(last-first) || k > last+(last-first) {
			delete(c.ids, k)
		}
	}
	for k := first; k <= last; k++ {
		if _, known := c.ids[k]; known {
			continue
		}
		if err := c.reel.Frame(k, &c.read); err != nil {
			return err
		}
		c.ids[k] = slices.Clone(c.read.IDs)
	}
	return nil
}

// FadeIn know who joined a living flock a moment ago, as its number of boids grew.
type FadeIn struct {
	flocks [flock.MaxFlocks]struct {
		count, old int     // boids; those who were there before the last came
		at         float64 // when they came, s
	}
	last  float64 // time shown, s
	begun bool
}

// Sizes returns those of the boids shown at a time, s, as shares of their full ones, in dst. All
// have their full size where time stands or has jumped.
func (a *FadeIn) Sizes(dst []float32, s *flock.Snapshot, now float64, stands bool) []float32 {
	dst = dst[:0]
	jumped := !a.begun || now < a.last || now-a.last > FadeTime
	a.last, a.begun = now, true
	for number := range s.FlockCount() {
		f := &a.flocks[number]
		first, end := s.Range(number)
		n := end - first
		if n > f.count && now-f.at >= FadeTime {
			f.old = f.count
		}
		if n > f.count {
			f.at = now
		}
		if f.count = n; jumped || stands {
			f.old = n
		}
		size := num.Smooth(0, FadeTime, float32(now-f.at))
		for own := range n {
			if own < f.old {
				dst = append(dst, 1)
			} else {
				dst = append(dst, size)
			}
		}
	}
	return dst
}
