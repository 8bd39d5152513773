package land

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/view"
	"skein/flock/look"
)

// Plant is one plant on a land.
type Plant struct {
	Kind          Kind
	X, Z          float32 // position in the world, m
	Height, Width float32 // m
	turn          float32 // about the vertical axis, radians
	rank          float32 // random, 0 to 1; high ranks are drawn only near the eye
	shade         mgl32.Vec3
}

// spot is a place where a plant may grow, in the noise and in the world (in m), with random numbers.
type spot struct {
	x, z, worldX, worldZ float64
	randomSequence
}

// sowing is a rule that distributes plants over a land. Each plant is near a point of a lattice.
type sowing struct {
	spacing   float64    // distance between lattice points, m
	steps     int        // number of lattice points along a side of a cell
	reach     [3]float32 // largest distance at which plants are drawn, by tier, m; 0 means that none are drawn
	fullReach float32    // distance beyond which plants become fewer and wider, m
	minReach  float32    // smallest distance, m; nearer plants belong to another sowing
	maxHeight float32    // m
	sow       func(*cover, *spot) (Plant, bool)
}

type cellIndex struct{ i, j int }

// Garden contains the plants on the land of the current frame. The plants of a cell depend only on the land
// and the cell. They stay cached at least while the cell is in view.
type Garden struct {
	land        look.Land
	seed        int
	cover       cover
	cells       []map[cellIndex]*patch
	beds        []bed
	unsown      []*bed
	frame       int
	cachedCount int                          // number of plants in all cached cells, plus 1 per cell
	shownCount  int                          // number of plants in the cells of this frame, plus 1 per cell
	Visible     [Kinds][MaxLevels][]Instance // result of Gather, by kind and level of detail
}

// patch holds the plants in a cell, sorted by rank. Plants with low ranks can be seen from farther away.
type patch struct {
	plants    []Plant
	lastFrame int
}

const maxCached = 200_000

// Prepare starts a frame. If the land changed, it drops all plants.
func (g *Garden) Prepare(f *frame.Frame, land look.Land) {
	seed := f.Light.LandSeed
	if lands[land].onlyOne {
		seed = 0
	}
	if g.cells != nil && g.land == land && g.seed == seed {
		g.frame++
		g.evict(maxCached)
		g.shownCount = 0
		return
	}
	g.land, g.seed = land, seed
	pos := Uniform(f)
	g.cover.x, g.cover.z = float64(pos[0]), float64(pos[1])
	g.cover.sea = [2]float64{math.Sin(float64(pos[3])), -math.Cos(float64(pos[3]))}
	if lands[land].onlyOne {
		g.cover.x, g.cover.z = 0, 0
	}
	g.cover.load(land)
	g.cells, g.cachedCount = make([]map[cellIndex]*patch, len(lands[land].sowings)), 0
	g.shownCount = 0
	for k := range g.cells {
		g.cells[k] = map[cellIndex]*patch{}
	}
}

// evict drops cells that the last frame did not show if the cells contain more than most plants. It starts
// with the least recently used cell. Afterwards a quarter of most is free, so that the next frames need not
// drop cells.
func (g *Garden) evict(most int) {
	if g.cachedCount-g.shownCount <= most {
		return
	}
	type old struct {
		k    int
		cell cellIndex
		*patch
	}
	var all []old
	for k, cells := range g.cells {
		for cell, each := range cells {
			if each.lastFrame < g.frame-1 {
				all = append(all, old{k, cell, each})
			}
		}
	}
	slices.SortFunc(all, func(a, b old) int { return cmp.Compare(a.lastFrame, b.lastFrame) })
	for _, each := range all {
		if g.cachedCount-g.shownCount <= most-most/4 {
			return
		}
		delete(g.cells[each.k], each.cell)
		g.cachedCount -= len(each.plants) + 1
	}
}

func (c *cover) load(land look.Land) {
	if c.noise == nil {
		c.noise = Noise()
	}
	switch {
	case !lands[land].plots:
		c.plots = nil
	case c.plots == nil:
		c.plots = Plots()
	}
	switch {
	case !lands[land].meadow:
		c.meadow = nil
	case c.meadow == nil:
		c.meadow = Meadow()
	}
}

func (g *Garden) sow(k int, c cellIndex) []Plant {
	s := &lands[g.land].sowings[k]
	var all []Plant
	for n := range s.steps * s.steps {
		i, j := c.i*s.steps+n%s.steps, c.j*s.steps+n/s.steps
		at := spot{randomSequence: randomSequence{seed: uint32(i)*73856093 ^ uint32(j)*19349663 ^ uint32(g.seed*97+k+1)*83492791}}
		at.worldX, at.worldZ = (float64(i)+at.next())*s.spacing, (float64(j)+at.next())*s.spacing
		at.x, at.z = at.worldX+g.cover.x, at.worldZ+g.cover.z
		p, grows := s.sow(&g.cover, &at)
		if !grows {
			continue
		}
		p.X, p.Z = float32(at.worldX), float32(at.worldZ)
		p.turn, p.rank = float32(at.between(0, 2*math.Pi)), float32(at.next())
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b Plant) int { return cmp.Compare(a.rank, b.rank) })
	return slices.Clip(all)
}

type bed struct {
	plants   []Plant
	sowing   int
	cell     cellIndex
	rule     *sowing
	centre   mgl32.Vec3
	radius   float32
	distance float32 // m
}

func (g *Garden) visibleBeds(s *view.View, tier int) []bed {
	g.beds = g.beds[:0]
	eye := s.Eye.Vec3()
	for k := range lands[g.land].sowings {
		rule := &lands[g.land].sowings[k]
		reach := rule.drawDistance(s, tier)
		if reach <= max(eye[1]-rule.maxHeight, rule.minReach) {
			continue
		}
		wide := float32(rule.spacing) * float32(rule.steps)
		radius := 0.7072*wide + rule.maxHeight
		low := func(axis int) int { return int(math.Floor(float64((eye[axis] - reach) / wide))) }
		high := func(axis int) int { return int(math.Floor(float64((eye[axis] + reach) / wide))) }
		for i := low(0); i <= high(0); i++ {
			for j := low(2); j <= high(2); j++ {
				centre := mgl32.Vec3{(float32(i) + 0.5) * wide, rule.maxHeight / 2, (float32(j) + 0.5) * wide}
				away := centre.Sub(eye).Len()
				if away-radius > reach || away+radius < rule.minReach || !s.InSight(centre, radius) {
					continue
				}
				g.beds = append(g.beds, bed{nil, k, cellIndex{i, j}, rule, centre, radius, max(away-radius, 0)})
			}
		}
	}
	g.fill()
	g.beds = slices.DeleteFunc(g.beds, func(b bed) bool { return len(b.plants) == 0 })
	slices.SortStableFunc(g.beds, func(a, b bed) int { return cmp.Compare(a.distance, b.distance) })
	return g.beds
}

func (g *Garden) fill() {
	g.unsown = g.unsown[:0]
	for i := range g.beds {
		b := &g.beds[i]
		if cached := g.cells[b.sowing][b.cell]; cached != nil {
			if cached.lastFrame != g.frame {
				g.shownCount += len(cached.plants) + 1
			}
			b.plants, cached.lastFrame = cached.plants, g.frame
		} else {
			g.unsown = append(g.unsown, b)
		}
	}
	if len(g.unsown) == 0 {
		return
	}
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(g.unsown)) {
		done.Go(func() {
			for n := int(next.Add(1)) - 1; n < len(g.unsown); n = int(next.Add(1)) - 1 {
				g.unsown[n].plants = g.sow(g.unsown[n].sowing, g.unsown[n].cell)
			}
		})
	}
	done.Wait()
	for _, b := range g.unsown {
		g.cells[b.sowing][b.cell] = &patch{plants: b.plants, lastFrame: g.frame}
		g.cachedCount += len(b.plants) + 1
		g.shownCount += len(b.plants) + 1
	}
}

// finePixel is the size, in m, of a pixel at a depth of 1 m for which the distances between plants were
// chosen.
const finePixel = 1.0 / 600

func distanceScale(s *view.View) float32 { return mgl32.Clamp(finePixel/s.Eye[3], 0.3, 2.4) }

func (s *sowing) drawDistance(v *view.View, tier int) float32 {
	return s.reach[tier] * distanceScale(v)
}

// grownShare returns the factors for the height and the width of a plant at the distance away. Up to the
// distance full, all plants are drawn. Between full and reach, only some are drawn. Distances are in m.
func (s *sowing) grownShare(p *Plant, away, reach, full float32) (share, wider float32) {
	density := min(1, full/max(away, 1e-3))
	if p.rank >= density {
		return 0, 0
	}
	share = min(1, (density-p.rank)/(0.25*density)) * mgl32.Clamp((reach-away)/(0.25*reach), 0, 1)
	if s.minReach > 0 {
		share *= mgl32.Clamp((away-s.minReach)/(0.5*s.minReach), 0, 1)
	}
	return share, min(1/float32(math.Sqrt(float64(density))), 2.4)
}

// Grows reports whether a tier draws plants on a land.
func Grows(land look.Land, tier int) bool {
	return slices.ContainsFunc(lands[land].sowings, func(s sowing) bool { return s.reach[tier] > 0 })
}

// PlantsWithin returns the plants in a square that extends at least the given metres from the origin in each
// direction.
func (g *Garden) PlantsWithin(metres float64) (all []Plant) {
	for k := range lands[g.land].sowings {
		s := &lands[g.land].sowings[k]
		n := int(math.Ceil(metres / (s.spacing * float64(s.steps))))
		for i := -n; i < n; i++ {
			for j := -n; j < n; j++ {
				all = append(all, g.sow(k, cellIndex{i, j})...)
			}
		}
	}
	return all
}
