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

// plant is one plant on a land.
type plant struct {
	kind       plantKind
	x, z       float32 // in the world, m
	high, wide float32 // m
	turn       float32 // radians
	rank       float32 // order in its cell, 0 to 1: high ranks are left out first with distance
	shade      mgl32.Vec3
}

// spot is a place where something may grow, in the land's noise and in the world, m, with its
// own random numbers.
type spot struct {
	x, z, worldX, worldZ float64
	luck
}

// sowing is a rule for plants that grow all over a land, each near a corner of a lattice.
type sowing struct {
	every float64    // spacing of the lattice, m
	side  int        // steps of the lattice along the side of a cell
	reach [3]float32 // by tier, how far plants are drawn, m; 0: never
	full  float32    // distance up to which all plants are drawn, m; beyond it they become fewer and wider
	from  float32    // distance from which on plants are drawn, m; another sowing draws nearer ones
	tall  float32    // largest height, m
	sow   func(*cover, *spot) (plant, bool)
}

// cell2 is the index of a square cell of a sowing.
type cell2 struct{ i, j int }

// garden holds the plants on the land of the present frames. The plants of a cell depend only on
// the land and the cell. They are cached while the cell is seen, and longer while there is room.
type garden struct {
	land  look.Land
	seed  int
	cover cover
	sown  []map[cell2]*patch // cached cells of each sowing
	beds  []bed              // cells in the present view
	bare  []*bed             // beds that are not sown yet
	frame int                // number of frames drawn
	kept  int                // plants in all cached cells, plus 1 for each cell
	shown int                // the same for cells that this frame shows
}

// patch holds the plants in a cell, those with low ranks first, which are visible from farther
// away.
type patch struct {
	plants []plant
	seen   int // number of the last frame that showed it
}

// mostKept is the number of plants to cache in cells out of sight.
const mostKept = 200_000

// ready starts a frame. It drops all plants if the land changed.
func (g *garden) ready(f *frame.Frame, land look.Land) {
	seed := f.Light.LandSeed
	if land == look.Meadow {
		seed = 0 // there is only one meadow
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

// forget drops cells that the last frame did not show, the least recently seen first, until
// about most plants are left in them.
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
		if g.kept-g.shown <= most-most/4 { // leaves room, so that this does not run every frame
			return
		}
		delete(g.sown[each.k], each.at)
		g.kept -= len(each.plants) + 1
	}
}

// load makes the tiles of noise that a land needs and drops the others.
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

// sow returns the plants in a cell of a sowing, sorted by rank.
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

// bed is a cell that may be in view.
type bed struct {
	plants []plant
	sowing int
	cell   cell2
	of     *sowing
	centre mgl32.Vec3
	radius float32
	near   float32 // least distance from the eye, m
}

// seen returns the beds that may be in view, the nearest first.
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

// fill fetches the plants of all beds. It sows those that are not cached, on all cores, as there
// are many when a view turns quickly.
func (g *garden) fill() {
	g.bare = g.bare[:0]
	for i := range g.beds {
		b := &g.beds[i]
		if cached := g.sown[b.sowing][b.cell]; cached != nil {
			if cached.seen != g.frame {
				g.shown += len(cached.plants) + 1
			}
			b.plants, cached.seen = cached.plants, g.frame
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

// finePixel is the size of a pixel 1 m away, m, for which distances in sowings are given.
const finePixel = 1.0 / 600

// zoom returns the factor for distances in a view, by the size of its pixels.
func zoom(s *scene) float32 { return mgl32.Clamp(finePixel/s.eye[3], 0.3, 2.4) }

// within returns how far a sowing is drawn in a view, m.
func (s *sowing) within(view *scene, tier Tier) float32 { return s.reach[tier] * zoom(view) }

// grown returns the share of its height that a plant at a distance is drawn with, and the factor
// for its width. reach is how far plants are drawn and full how far all of them are, m.
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
