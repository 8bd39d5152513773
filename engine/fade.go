package engine

import (
	"math"
	"slices"

	"skein/flock"
)

// fadeTime is how long a bird that enters takes to its full size, and one that leaves from
// it, s.
const fadeTime = 0.3

// comings know who enters and who leaves a reel around an instant: birds that come and go
// grow to their size and shrink from it, so that none is there at once. It follows from the
// reel and the instant alone.
type comings struct {
	reel Reel
	ids  map[int][]int32 // by frame: who is there
	read flock.Snapshot
}

// sizes are those of the birds of a snapshot at a place in the reel, as shares of their full
// ones, in dst; none, where nobody comes and goes.
func (c *comings) sizes(dst []float32, at, fps float64, s *flock.Snapshot) ([]float32, error) {
	dst = dst[:0]
	reach := int(math.Ceil(fadeTime * fps))
	if len(s.IDs) == 0 || reach == 0 {
		return dst, nil
	}
	first, last := max(int(at)-reach, 0), min(int(at)+1+reach, c.reel.Frames()-1)
	if err := c.look(first, last); err != nil {
		return dst, err
	}
	for _, id := range s.IDs {
		size := 1.0
		for k := int(at); k >= first; k-- {
			if !c.there(k, id) {
				size = min(size, (at-float64(k))/float64(reach+1))
				break
			}
		}
		for k := int(math.Ceil(at)); k <= last; k++ {
			if !c.there(k, id) {
				size = min(size, (float64(k)-at)/float64(reach+1))
				break
			}
		}
		dst = append(dst, eased(0, 1, float32(size)))
	}
	return dst, nil
}

func (c *comings) there(frame int, id int32) bool {
	_, is := slices.BinarySearch(c.ids[frame], id)
	return is
}

// look reads who is there in some frames, and forgets others.
func (c *comings) look(first, last int) error {
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

// fades are the sizes of the birds shown, in a flight whose birds come and go. A frame that
// cannot be read is told of when it is to be shown.
func (s *Studio) fades() []float32 {
	if !s.Playing() {
		return nil
	}
	t := s.tape
	var err error
	if t.sizes, err = t.come.sizes(t.sizes, t.at(), t.flight.FPS, s.shown); err != nil {
		return nil
	}
	return t.sizes
}
