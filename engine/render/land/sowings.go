package land

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// isClear reports whether a place is more than the given number of metres from the origin. Flocks live around
// the origin, so trees must stay outside.
func (s *spot) isClear(metres float64) bool { return math.Hypot(s.worldX, s.worldZ) > metres }

func (s *spot) lowPlant(kind Kind, high, wide, bright float64, albedo mgl32.Vec3) (Plant, bool) {
	size := s.between(0.75, 1.25)
	return Plant{Kind: kind, Height: float32(high * size), Width: float32(wide * size), shade: albedo.Mul(float32(bright))}, true
}

func (s *spot) tree(kind Kind, low, high float64) (Plant, bool) {
	tall := s.between(low, high)
	tone := float32(s.between(0.8, 1.2))
	warm := float32(s.between(0.9, 1.12))
	return Plant{Kind: kind, Height: float32(tall), Width: float32(tall * s.between(0.85, 1.15)), shade: mgl32.Vec3{tone * warm, tone, tone}}, true
}

var none = Plant{}

// meadowAlbedo returns 1.35 times groundAlbedo in groundlight.glsl, without the ground's own albedo.
func meadowAlbedo(patches float64) mgl32.Vec3 {
	p := float32(patches)
	green, straw := mgl32.Vec3{0.75, 1.05, 0.8}, mgl32.Vec3{1.35, 0.95, 0.9}
	return green.Mul(1 - p).Add(straw.Mul(p)).Mul(1.35 * (0.6 + 0.8*p))
}

func meadowGrass(c *cover, s *spot) (Plant, bool) {
	patches := texel(c.meadow, 2, s.x/310, s.z/310, 1)
	fine := texel(c.meadow, 2, s.x/29, s.z/29, 0)
	if s.next() > 0.35+0.9*fine {
		return none, false
	}
	return s.lowPlant(Grasses, 0.16+0.26*fine*s.next(), 0.42, 0.7+0.7*fine, meadowAlbedo(patches))
}

func meadowFlowers(c *cover, s *spot) (Plant, bool) {
	patch := texel(c.meadow, 2, s.x/97, s.z/97, 1)
	if s.next() > 0.5*smoothstep(0.5, 0.72, patch) {
		return none, false
	}
	kind := daisies
	if value := texel(c.meadow, 2, s.x/53+0.4, s.z/53, 1) + 0.2*s.next(); value > 0.62 {
		kind = buttercups
	} else if value < 0.44 && s.next() < 0.4 {
		kind = poppies
	}
	return s.lowPlant(kind, 0.32, 0.3, 1, mgl32.Vec3{1, 1, 1})
}

func meadowTrees(c *cover, s *spot) (Plant, bool) {
	if !s.isClear(90) || s.next() > 0.45 {
		return none, false
	}
	if s.next() < 0.35 {
		return s.tree(Thorn, 3, 5)
	}
	return s.tree([]Kind{Oak, Ash}[int(2*s.next())], 9, 13)
}

func meadowRows(c *cover, s *spot) (Plant, bool) {
	if c.baulkDistance(s.x, s.z) > 2.4 || !s.isClear(70) || s.next() > 1.3*smoothstep(0.48, 0.60, texel(c.meadow, 2, s.x/430, s.z/430, 1)) {
		return none, false
	}
	switch value := s.next(); {
	case value < 0.45:
		return s.tree(Thorn, 2.5, 5)
	case value < 0.7:
		return s.tree(Ash, 8, 13)
	}
	return s.tree(Oak, 7, 12)
}

func marshReed(c *cover, s *spot) (Plant, bool) {
	reed := c.reedLevel(s.x, s.z)
	if reed < 0.003+0.012*s.next() {
		return none, false
	}
	full := smoothstep(0, 0.024, reed)
	bright := (0.5 + 1.0*c.tufts(s.x, s.z)) * (0.75 + 0.5*c.noiseAt(s.x, s.z, 173, patchesChannel))
	p, _ := s.lowPlant(Reeds, 2.2*(0.72+0.28*full), 1.5, bright, mgl32.Vec3{1, 1, 1})
	p.Height = min(p.Height, 2.6)
	return p, true
}

func marshSedge(c *cover, s *spot) (Plant, bool) {
	reed, tufts := c.reedLevel(s.x, s.z), c.tufts(s.x, s.z)
	if reed < -0.022+0.03*(0.6-tufts) || reed > 0.004 || s.next() > 1.6*(tufts-0.25) {
		return none, false
	}
	return s.lowPlant(Sedge, 0.5, 0.7, 0.6+0.8*tufts, mgl32.Vec3{1.15, 1.0, 1.0})
}

func marshBushes(c *cover, s *spot) (Plant, bool) {
	if c.reedLevel(s.x, s.z) < 0.03 || !s.isClear(60) || s.next() > 0.3 {
		return none, false
	}
	if s.next() < 0.3 {
		return s.tree(Willow, 3.5, 6)
	}
	return s.tree(Shrub, 2.4, 4)
}

func hedgeBushes(c *cover, s *spot) (Plant, bool) {
	_, edge, _, _ := c.plot(s.x, s.z)
	if hedgeShare(edge, c.tufts(s.x, s.z)) < 0.5 || c.laneDistance(s.x, s.z) < 3.5 {
		return none, false
	}
	kind := Thorn
	if s.next() < 0.35 {
		kind = Shrub
	}
	p, _ := s.tree(kind, 2.4, 4.3)
	p.Width = float32(s.between(3, 4.2))
	return p, true
}

func fieldTrees(c *cover, s *spot) (Plant, bool) {
	_, edge, _, _ := c.plot(s.x, s.z)
	if c.treeLevel(s.x, s.z, edge) < 0.004 {
		if s.next() > 0.05 || hedgeShare(edge, c.tufts(s.x, s.z)) < 0.6 {
			return none, false
		}
	} else if !c.climb(s, 3) {
		return none, false
	} else if _, edge, _, _ = c.plot(s.x, s.z); c.treeLevel(s.x, s.z, edge) < 0 {
		return none, false
	}
	if c.laneDistance(s.x, s.z) < 5 {
		return none, false
	}
	switch value := c.noiseAt(s.x, s.z, 610, patchesChannel) + 0.3*(s.next()-0.5); {
	case !s.isClear(60):
		return s.tree(Thorn, 2, 3.4)
	case value < 0.38:
		return s.tree(Ash, 10, 15)
	case value > 0.64 && edge < 0.2:
		return s.tree(Poplar, 13, 18)
	case s.next() < 0.15:
		return s.tree(Thorn, 3.5, 5.5)
	}
	return s.tree(Oak, 8, 13)
}

// climb moves a spot uphill on the noise for trees, so that all spots near a peak meet there. It returns
// false if the spot leaves its square of a lattice, whose spacing is every, in m. One spot therefore remains
// per peak.
func (c *cover) climb(s *spot, every float64) bool {
	x, z := s.worldX, s.worldZ
	high := c.rotatedNoiseAt(s.x, s.z, 420, tuftsChannel)
	for _, step := range []float64{1.4, 1.4, 0.7, 0.7, 0.35} {
		fromX, fromZ := s.x, s.z
		for _, way := range [4][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			toX, toZ := fromX+step*way[0], fromZ+step*way[1]
			if level := c.rotatedNoiseAt(toX, toZ, 420, tuftsChannel); level > high {
				s.worldX, s.worldZ = s.worldX+toX-s.x, s.worldZ+toZ-s.z
				s.x, s.z, high = toX, toZ, level
			}
		}
	}
	return math.Floor(x/every) == math.Floor(s.worldX/every) && math.Floor(z/every) == math.Floor(s.worldZ/every)
}

// cropAlbedo returns the same as crop() in fields.frag.
func cropAlbedo(kind float64) mgl32.Vec3 {
	c := mgl32.Vec3{3.5, 2.15, 3.1}
	for _, each := range []struct {
		low, high float64
		to        mgl32.Vec3
	}{{0.22, 0.3, mgl32.Vec3{1.25, 1.22, 1.15}}, {0.46, 0.54, mgl32.Vec3{0.80, 1.08, 1.0}}, {0.64, 0.7, mgl32.Vec3{2.5, 1.65, 1.8}},
		{0.80, 0.84, mgl32.Vec3{2.0, 1.08, 2.5}}, {0.92, 0.95, mgl32.Vec3{4.4, 2.9, 1.0}}} {
		t := float32(smoothstep(each.low, each.high, kind))
		c = c.Mul(1 - t).Add(each.to.Mul(t))
	}
	return c
}

func crops(c *cover, s *spot) (Plant, bool) {
	kind, edge, _, _ := c.plot(s.x, s.z)
	tufts := c.tufts(s.x, s.z)
	if edge < 0.09 || hedgeShare(edge, tufts) > 0.2 || c.laneDistance(s.x, s.z) < 3 {
		return none, false
	}
	bright := (0.75 + 0.6*tufts) * (0.72 + 0.56*c.patches(s.x, s.z, 260))
	albedo := cropAlbedo(kind)
	switch {
	case kind < 0.26:
		return s.lowPlant(Grasses, 0.17, 0.3, bright, albedo)
	case kind < 0.5:
		return s.lowPlant(Grasses, 0.24, 0.45, bright, albedo)
	case kind < 0.67:
		return s.lowPlant(Sedge, 0.45, 0.5, bright, albedo)
	case kind < 0.81:
		return s.lowPlant(Corn, 0.75, 0.7, bright, albedo)
	case kind > 0.94:
		return s.lowPlant(buttercups, 0.8, 0.6, bright, mgl32.Vec3{0.8, 0.9, 0.8})
	}
	return none, false
}

func heath(c *cover, s *spot) (Plant, bool) {
	tufts, broad := c.tufts(s.x, s.z), c.patches(s.x, s.z, 330)
	if c.snowShare(s.x, s.z, tufts) > 0.2 || c.stoneShare(s.x, s.z) > 0.6 || s.next() > 0.4+tufts {
		return none, false
	}
	bright := 0.55 + 1.0*tufts
	switch {
	case broad < 0.46:
		return s.lowPlant(Heathers, 0.32, 0.6, bright, mgl32.Vec3{0.8, 0.85, 0.9})
	case broad+0.2*(tufts-0.5) > 0.54:
		return s.lowPlant(Grasses, 0.3, 0.5, bright, mgl32.Vec3{1.5, 0.8, 1.6})
	case s.next() < 0.3:
		return s.lowPlant(Heathers, 0.28, 0.5, bright, mgl32.Vec3{1.0, 0.85, 1.0})
	}
	return s.lowPlant(Grasses, 0.26, 0.5, bright, mgl32.Vec3{1.25, 0.88, 1.0})
}

func hillStones(c *cover, s *spot) (Plant, bool) {
	cover := c.stoneShare(s.x, s.z)
	if cover < 0.5 || s.next() > 0.5*cover {
		return none, false
	}
	size := 0.18 + 1.1*math.Pow(s.next(), 5)
	return s.lowPlant(Stone, 0.75*size, 1.6*size, 0.5+c.tufts(s.x, s.z), mgl32.Vec3{1, 1, 1})
}

func duneGrass(c *cover, s *spot) (Plant, bool) {
	tufts := c.tufts(s.x, s.z)
	grown := c.grassShare(s.x, s.z, c.offshoreDistance(s.worldX, s.worldZ, s.x, s.z), tufts)
	if grown < 0.15+0.8*s.next() {
		return none, false
	}
	bright := 0.55 + 1.0*tufts
	if broad := c.patches(s.x, s.z, 210); broad > 0.54 {
		return s.lowPlant(Grasses, 0.3, 0.5, bright, mgl32.Vec3{0.8, 0.88, 0.8})
	}
	return s.lowPlant(Marrams, 0.75, 0.85, bright, mgl32.Vec3{1.5, 1.15, 1.5})
}

func beachStones(c *cover, s *spot) (Plant, bool) {
	offset := c.offshoreDistance(s.worldX, s.worldZ, s.x, s.z)
	if offset > -1 || offset < -30 || s.next() > 0.3*smoothstep(0.5, 0.66, c.noiseAt(s.x, s.z, 120, patchesChannel)) {
		return none, false
	}
	size := 0.08 + 0.7*math.Pow(s.next(), 6)
	return s.lowPlant(Stone, 0.7*size, 1.6*size, 0.75, mgl32.Vec3{1, 1, 1})
}

func duneBushes(c *cover, s *spot) (Plant, bool) {
	tufts, offset := c.tufts(s.x, s.z), c.offshoreDistance(s.worldX, s.worldZ, s.x, s.z)
	if offset > -70 || c.grassShare(s.x, s.z, offset, tufts) < 0.9 || !s.isClear(30) || s.next() > 0.5*smoothstep(0.5, 0.7, c.patches(s.x, s.z, 210)) {
		return none, false
	}
	p, _ := s.tree(Shrub, 1.4, 3)
	p.Width *= 1.5
	return p, true
}

func parkTrees(c *cover, s *spot) (Plant, bool) {
	bank, groves := c.bankLevel(s.x, s.z), c.groveLevel(s.x, s.z)
	if bank < 0.02 || groves < 0.012 || c.inTown(s) || !s.isClear(40) || s.next() > 0.8 {
		return none, false
	}
	kinds := []Kind{Oak, Oak, Ash, Ash, Willow, Poplar}
	kind := kinds[int(6*s.next())]
	if kind == Poplar {
		return s.tree(kind, 12, 16)
	}
	return s.tree(kind, 7, 12)
}

func parkShrubs(c *cover, s *spot) (Plant, bool) {
	bank, groves := c.bankLevel(s.x, s.z), c.groveLevel(s.x, s.z)
	if bank < 0.018 || c.inTown(s) || groves < 0 || groves > 0.03 || s.next() > 0.35 {
		return none, false
	}
	p, _ := s.tree(Shrub, 1, 2.4)
	p.Width *= 1.3
	return p, true
}

func parkGrass(c *cover, s *spot) (Plant, bool) {
	if c.bankLevel(s.x, s.z) < 0.016 || c.inTown(s) {
		return none, false
	}
	return s.lowPlant(Grasses, 0.13, 0.4, 0.6+0.7*c.tufts(s.x, s.z), mgl32.Vec3{1, 1, 1})
}
