package picture

import (
	"math"
	"slices"

	"skein/engine/internal/num"
	"skein/engine/reel"
	"skein/flock"
)

// FadeTime is the time in s in which a bird that enters grows, and a bird that leaves shrinks.
const FadeTime = 0.3

// Fades computes the sizes of the birds in a reel. They depend only on the reel and the time. Birds grow when
// they enter and shrink before they leave. Tracked birds have ids. In a simulation, the birds that enter or
// leave are the last of their flock.
type Fades struct {
	reel       reel.Reel
	params     func(frame, flockIndex int) (flock.Params, error)
	ids        map[int][]int32
	snapshot   flock.Snapshot
	counts     []int // boids of the only flock, by frame
	countCache map[[2]int]int
}

// NewFades returns the fades of a reel. params returns a flock's parameters at a frame.
func NewFades(r reel.Reel, params func(frame, flockIndex int) (flock.Params, error)) Fades {
	return Fades{reel: r, params: params}
}

// Sizes appends to dst[:0] the size of each bird of s, as a fraction of full size. moment is the position of
// s in the reel, in frames. If no bird enters or leaves, Sizes returns an empty slice.
func (c *Fades) Sizes(dst []float32, moment, fps float64, s *flock.Snapshot) ([]float32, error) {
	dst = dst[:0]
	reach := int(math.Ceil(FadeTime * fps))
	if reach == 0 {
		return dst, nil
	}
	near := fadeWindow{position: moment, first: max(int(moment)-reach, 0), last: min(int(moment)+1+reach, c.reel.Frames()-1), steps: reach + 1}
	if len(s.IDs) == 0 {
		return c.sizesByCount(dst, near, s)
	}
	if err := c.readIDs(near.first, near.last); err != nil {
		return dst, err
	}
	for _, id := range s.IDs {
		dst = append(dst, near.size(func(k int) bool { return c.isPresent(k, id) }))
	}
	return dst, nil
}

func (c *Fades) sizesByCount(dst []float32, near fadeWindow, s *flock.Snapshot) ([]float32, error) {
	changed := false
	for flockIndex := range s.FlockCount() {
		c.counts = c.counts[:0]
		for k := near.first; k <= near.last; k++ {
			n, err := c.count(k, flockIndex)
			if err != nil {
				return dst[:0], err
			}
			c.counts = append(c.counts, n)
		}
		first, end := s.Range(flockIndex)
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

func (c *Fades) count(frame, flockIndex int) (int, error) {
	key := [2]int{frame, flockIndex}
	if n, known := c.countCache[key]; known {
		return n, nil
	}
	p, err := c.params(frame, flockIndex)
	if err != nil {
		return 0, err
	}
	const many = 4096
	if c.countCache == nil || len(c.countCache) > many {
		c.countCache = map[[2]int]int{}
	}
	c.countCache[key] = p.Count()
	return p.Count(), nil
}

// fadeWindow is a range of frames around a position. A bird that is absent from one of them is drawn smaller.
// Growing takes steps frames.
type fadeWindow struct {
	position           float64
	first, last, steps int
}

func (s *fadeWindow) size(isPresent func(frame int) bool) float32 {
	size := 1.0
	for k := int(s.position); k >= s.first; k-- {
		if !isPresent(k) {
			size = min(size, (s.position-float64(k))/float64(s.steps))
			break
		}
	}
	for k := int(math.Ceil(s.position)); k <= s.last; k++ {
		if !isPresent(k) {
			size = min(size, (float64(k)-s.position)/float64(s.steps))
			break
		}
	}
	return num.Smooth(0, 1, float32(size))
}

func (c *Fades) isPresent(frame int, id int32) bool {
	_, found := slices.BinarySearch(c.ids[frame], id)
	return found
}

func (c *Fades) readIDs(first, last int) error {
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
		if err := c.reel.Frame(k, &c.snapshot); err != nil {
			return err
		}
		c.ids[k] = slices.Clone(c.snapshot.IDs)
	}
	return nil
}

// FadeIn grows birds that have just joined a live flock.
type FadeIn struct {
	flocks [flock.MaxFlocks]struct {
		count, old int
		moment     float64
	}
	last  float64
	begun bool
}

// Sizes appends to dst[:0] the size of each boid at time now (s), as a fraction of full size. It returns an
// empty slice if all boids have full size, while the simulation is paused, and after a jump in time.
func (a *FadeIn) Sizes(dst []float32, s *flock.Snapshot, now float64, paused bool) []float32 {
	jumped := !a.begun || now < a.last || now-a.last > FadeTime
	a.last, a.begun = now, true
	grown := true
	for flockIndex := range s.FlockCount() {
		f := &a.flocks[flockIndex]
		first, end := s.Range(flockIndex)
		n := end - first
		if n > f.count && now-f.moment >= FadeTime {
			f.old = f.count
		}
		if n > f.count {
			f.moment = now
		}
		if f.count = n; jumped || paused {
			f.old = n
		}
		grown = grown && (n <= f.old || now-f.moment >= FadeTime)
	}
	if grown {
		return dst[:0]
	}
	return a.appendSizes(dst[:0], s, now)
}

func (a *FadeIn) appendSizes(dst []float32, s *flock.Snapshot, now float64) []float32 {
	for flockIndex := range s.FlockCount() {
		f := &a.flocks[flockIndex]
		first, end := s.Range(flockIndex)
		size := num.Smooth(0, FadeTime, float32(now-f.moment))
		for own := range end - first {
			if own < f.old {
				dst = append(dst, 1)
			} else {
				dst = append(dst, size)
			}
		}
	}
	return dst
}
