//go:build cgo

package render

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/look"
)

// plant is one that stands on a land.
type plant struct {
	kind       plantKind
	x, z       float32 // in the world, m
	high, wide float32 // m
	turn       float32 // radians
	rank       float32 // among those sown with it, 0 to 1: the last are the first to be left out
	shade      mgl32.Vec3
}

// spot is a place that something may grow at: in the land's noise and in the world, m.
type spot struct {
	x, z, worldX, worldZ float64
	luck
}

// sowing is what grows all over a land, a little off the corners of a lattice.
type sowing struct {
	every float64    // of the lattice, m
	side  int        // its steps along a cell
	reach [3]float32 // by tier, how far it is drawn, m; 0: it is not
	full  float32    // up to where all of them are drawn; beyond it ever fewer, and wider, m
	from  float32    // from where on they are drawn: before, others stand for them, m
	tall  float32    // that none exceeds, m
	sow   func(*cover, *spot) (plant, bool)
}

// cell2 is a square of a sowing.
type cell2 struct{ i, j int }

// garden is what grows on the land of the frames drawn. What a cell holds goes by the land
// and the cell alone, and is kept while it is seen, and longer while there is room.
type garden struct {
	land  look.Land
	seed  int
	cover cover
	sown  []map[cell2]*patch // by sowing
	beds  []bed
	bare  []*bed // of them those that are not sown yet
	frame int    // how many were drawn
	kept  int    // plants of all cells, each cell counted as one more
	shown int    // of them those that the last frame showed
}

// patch is what grows in a cell, those first that are drawn from farthest off.
type patch struct {
	plants []plant
	seen   int // the frame in which it was last
}

// mostKept are so many plants as are kept of what is not seen.
const mostKept = 200_000

// ready makes the land of a frame.
func (g *garden) ready(f *frame.Frame, land look.Land) {
	seed := f.Light.LandSeed
	if land == look.Meadow {
		seed = 0 // there is but one
	}
	if g.sown != nil && g.land == land && g.seed == seed {
		g.frame++
		g.forget(mostKept)
		g.shown = 0
		return
	}
	g.land, g.seed = land, seed
	at := landAt(f)
	g.cover.x, g.cover.z = float64(at[0]), float64(at[1])
	g.cover.sea = [2]float64{math.Sin(float64(at[3])), -math.Cos(float64(at[3]))}
	if land == look.Meadow {
		g.cover.x, g.cover.z = 0, 0
	}
	g.cover.load(land)
	g.sown, g.kept = make([]map[cell2]*patch, len(sowings[land])), 0
	g.shown = 0
	for k := range g.sown {
		g.sown[k] = map[cell2]*patch{}
	}
}

// forget drops cells, those first that were not seen for longest, until of what the last frame
// did not show about as many plants are kept as are asked for.
func (g *garden) forget(most int) {
	if g.kept-g.shown <= most {
		return
	}
	type old struct {
		k  int
		at cell2
		*patch
	}
	var all []old
	for k, cells := range g.sown {
		for at, each := range cells {
			if each.seen < g.frame-1 {
				all = append(all, old{k, at, each})
			}
		}
	}
	slices.SortFunc(all, func(a, b old) int { return cmp.Compare(a.seen, b.seen) })
	for _, each := range all {
		if g.kept-g.shown <= most-most/4 { // so that it is a while until the next time
			return
		}
		delete(g.sown[each.k], each.at)
		g.kept -= len(each.plants) + 1
	}
}

// load makes the noise that a land needs.
func (c *cover) load(land look.Land) {
	if c.noise == nil {
		c.noise = landNoise()
	}
	switch {
	case land != look.Fields:
		c.plots = nil
	case c.plots == nil:
		c.plots = plots()
	}
	switch {
	case land != look.Meadow:
		c.meadow = nil
	case c.meadow == nil:
		c.meadow = groundNoise()
	}
}

// sow returns what grows in a cell of a sowing, those first that are drawn from farthest off.
func (g *garden) sow(k int, c cell2) []plant {
	s := &sowings[g.land][k]
	var all []plant
	for n := range s.side * s.side {
		i, j := c.i*s.side+n%s.side, c.j*s.side+n/s.side
		at := spot{luck: luck{seed: uint32(i)*73856093 ^ uint32(j)*19349663 ^ uint32(g.seed*97+k+1)*83492791}}
		at.worldX, at.worldZ = (float64(i)+at.next())*s.every, (float64(j)+at.next())*s.every
		at.x, at.z = at.worldX+g.cover.x, at.worldZ+g.cover.z
		p, grows := s.sow(&g.cover, &at)
		if !grows {
			continue
		}
		p.x, p.z = float32(at.worldX), float32(at.worldZ)
		p.turn, p.rank = float32(at.between(0, 2*math.Pi)), float32(at.next())
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b plant) int { return cmp.Compare(a.rank, b.rank) })
	return slices.Clip(all)
}

// bed is a cell that a view may show something of.
type bed struct {
	plants []plant
	sowing int
	cell   cell2
	of     *sowing
	centre mgl32.Vec3
	radius float32
	near   float32 // how far it is from the eye at least, m
}

// seen returns the beds that a view shows anything of, the nearest first.
func (g *garden) seen(s *scene, tier Tier) []bed {
	g.beds = g.beds[:0]
	eye := s.eye.Vec3()
	for k := range sowings[g.land] {
		of := &sowings[g.land][k]
		reach := of.within(s, tier)
		if reach <= max(eye[1]-of.tall, of.from) {
			continue
		}
		wide := float32(of.every) * float32(of.side)
		radius := 0.7072*wide + of.tall
		low := func(axis int) int { return int(math.Floor(float64((eye[axis] - reach) / wide))) }
		high := func(axis int) int { return int(math.Floor(float64((eye[axis] + reach) / wide))) }
		for i := low(0); i <= high(0); i++ {
			for j := low(2); j <= high(2); j++ {
				centre := mgl32.Vec3{(float32(i) + 0.5) * wide, of.tall / 2, (float32(j) + 0.5) * wide}
				away := centre.Sub(eye).Len()
				if away-radius > reach || away+radius < of.from || !s.inSight(centre, radius) {
					continue
				}
				g.beds = append(g.beds, bed{nil, k, cell2{i, j}, of, centre, radius, max(away-radius, 0)})
			}
		}
	}
	g.fill()
	g.beds = slices.DeleteFunc(g.beds, func(b bed) bool { return len(b.plants) == 0 })
	slices.SortStableFunc(g.beds, func(a, b bed) int { return cmp.Compare(a.near, b.near) })
	return g.beds
}

// fill has what grows in the beds, and sows those where it is not known, on all cores: where
// a view turns quickly there are many.
func (g *garden) fill() {
	g.bare = g.bare[:0]
	for i := range g.beds {
		b := &g.beds[i]
		if known := g.sown[b.sowing][b.cell]; known != nil {
			if known.seen != g.frame {
				g.shown += len(known.plants) + 1
			}
			b.plants, known.seen = known.plants, g.frame
		} else {
			g.bare = append(g.bare, b)
		}
	}
	if len(g.bare) == 0 {
		return
	}
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(g.bare)) {
		done.Go(func() {
			for n := int(next.Add(1)) - 1; n < len(g.bare); n = int(next.Add(1)) - 1 {
				g.bare[n].plants = g.sow(g.bare[n].sowing, g.bare[n].cell)
			}
		})
	}
	done.Wait()
	for _, b := range g.bare {
		g.sown[b.sowing][b.cell] = &patch{plants: b.plants, seen: g.frame}
		g.kept += len(b.plants) + 1
		g.shown += len(b.plants) + 1
	}
}

// finePixel is the size of a pixel 1 m away for which distances are meant.
const finePixel = 1.0 / 600

// zoom returns how many times as far things are seen as well as where they are meant to be.
func zoom(of *scene) float32 { return mgl32.Clamp(finePixel/of.eye[3], 0.3, 2.4) }

// within returns how far a sowing is drawn in a view, m.
func (s *sowing) within(of *scene, tier Tier) float32 { return s.reach[tier] * zoom(of) }

// grown returns how much of a plant is drawn that is so far from the eye, as a share of its
// height, and how much wider, where things are drawn as far as reach and all of them as far
// as full.
func (s *sowing) grown(p *plant, away, reach, full float32) (share, wider float32) {
	density := min(1, full/max(away, 1e-3))
	if p.rank >= density {
		return 0, 0
	}
	share = min(1, (density-p.rank)/(0.25*density)) * mgl32.Clamp((reach-away)/(0.25*reach), 0, 1)
	if s.from > 0 {
		share *= mgl32.Clamp((away-s.from)/(0.5*s.from), 0, 1)
	}
	return share, min(1/float32(math.Sqrt(float64(density))), 2.4)
}
