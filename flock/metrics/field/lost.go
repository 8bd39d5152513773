package field

import (
	"math"

	"skein/flock/internal/pairs"
	"skein/flock/metrics"
	"skein/flock/snapshots"
)

// safetyRows returns the rows about near collisions and about birds that the flock loses.
func safetyRows() []Row {
	return []Row{
		{0, Structure, "closest", "closest pair", "m",
			"smallest distance between two flying birds in any frame", "", "",
			[]part{{key: "closest", unit: "m", low: 0.1, high: noBound, aim: true, statistic: theLeast}}},
		{0, Structure, "away", "longest time away", "s",
			"longest time that a bird flew outside the largest part of the flock. Birds that are away when the run ends may be lost for good",
			"", "", []part{
				{key: "away", unit: "s", low: noBound, high: noBound, statistic: theGreatest},
				{key: "away_birds", name: "birds away at the end", low: noBound, high: noBound, statistic: theLast},
			}},
	}
}

// closest finds the smallest distance between two flying birds since the last call of take.
type closest struct {
	cells pairs.Cells
	known bool
	least float64 // smallest distance since the last call of take, m
	near  float64 // smallest distance in the last frame, m; 0 if unknown
}

// frame measures a frame. It first searches slightly beyond the previous smallest distance, which seldom
// grows much between frames.
func (c *closest) frame(f *Frame) {
	s := f.flying()
	if len(s.Pos) < 2 {
		c.near = 0
		return
	}
	least2 := math.Inf(1)
	if c.near > 0 {
		c.cells.Renew(s.Pos, 1.5*c.near, 0)
		if !c.cells.Crowded() {
			c.cells.VisitPairs(func(_, _ int32, d2 float64) { least2 = min(least2, d2) })
		}
	}
	c.near = math.Sqrt(least2)
	if math.IsInf(least2, 1) {
		_, c.near = metrics.NearestNeighbour(&s)
	}
	if !c.known || c.near < c.least {
		c.known, c.least = true, c.near
	}
}

func (c *closest) take() (least float64, ok bool) {
	ok, c.known = c.known, false
	return c.least, ok
}

// flying returns the birds that fly. It shares the frame's memory if all do.
func (f *Frame) flying() (s snapshots.Snapshot) {
	s.Pos = f.Pos
	for i, sits := range f.Sits {
		if sits {
			s.Pos = s.Pos[:i:i]
			for k := i; k < len(f.Pos); k++ {
				if !f.Sits[k] {
					s.Pos = append(s.Pos, f.Pos[k])
				}
			}
			return s
		}
	}
	return s
}

// away returns the longest time for which a bird has been outside the largest part, and the number of birds
// outside. A bird that appears begins at 0.
func (c *Card) away(all *instant) (longest float64, birds int) {
	together := make(map[int32]float64, len(all.id))
	for _, id := range all.id {
		last, known := c.together[id]
		switch {
		case c.members[id]:
			last = all.seconds
		case !known:
			last = all.seconds
			birds++
		default:
			birds++
		}
		together[id] = last
		longest = max(longest, all.seconds-last)
	}
	c.together = together
	return longest, birds
}
