package render

import "math"

// cover computes what grows on a land, on the CPU, as the ground's shader does at its finest
// detail: reed.glsl, hedges.glsl, dunes.glsl, heath.glsl and banks.glsl.
type cover struct {
	noise, plots []byte     // tiles of noiseSize, four bytes per texel
	meadow       []byte     // a tile with two bytes per texel
	x, z         float64    // origin of the land's noise, m
	sea          [2]float64 // unit direction to the sea
}

// Channels of the noise of lands.
const (
	tuftsOf   = 2
	patchesOf = 3
)

// texel reads a tile with each bytes per texel as textureLod does at the finest level: it
// interpolates linearly between the centres of texels. x and y are texture coordinates; the tile
// repeats.
func texel(tile []byte, each int, x, y float64, channel int) float64 {
	x, y = x*noiseSize-0.5, y*noiseSize-0.5
	fx, fy := math.Floor(x), math.Floor(y)
	i, j := int(fx)&(noiseSize-1), int(fy)&(noiseSize-1)
	u, v := x-fx, y-fy
	right, below := (i+1)&(noiseSize-1), (j+1)&(noiseSize-1)
	at := func(i, j int) float64 { return float64(tile[each*(j*noiseSize+i)+channel]) }
	top, bottom := at(i, j)+float64(u*(at(right, j)-at(i, j))), at(i, below)+float64(u*(at(right, below)-at(i, below)))
	return (top + float64(v*(bottom-top))) / 255
}

// at returns the noise at a place of the land. The noise repeats every tile metres.
func (c *cover) at(x, z, tile float64, channel int) float64 {
	return texel(c.noise, 4, x/tile, z/tile, channel)
}

// aslant rotates a place as land.glsl does, so that two readings of one tile do not line up.
func aslant(x, z float64) (float64, float64) {
	return float64(0.8*x) - float64(0.6*z), float64(0.6*x) + float64(0.8*z)
}

// slanted returns the noise at the rotated place.
func (c *cover) slanted(x, z, tile float64, channel int) float64 {
	x, z = aslant(x, z)
	return c.at(x, z, tile, channel)
}

// tufts returns the same as tufts in land.glsl, about 0 to 1.
func (c *cover) tufts(x, z float64) float64 {
	return 0.5*c.at(x, z, 9, tuftsOf) + 0.5*c.slanted(x, z, 61, tuftsOf)
}

// patches returns the same as patches in land.glsl, about 0 to 1.
func (c *cover) patches(x, z, tile float64) float64 {
	return 0.6*c.at(x, z, tile, patchesOf) + 0.4*c.slanted(x, z, 4.3*tile, patchesOf)
}

// baulk returns the distance from a place of the meadow to the nearest baulk, a strip of tall
// grass between two lots, m. ground.frag does the same.
func (c *cover) baulk(x, z float64) float64 {
	u, v := aslant(x, z)
	bend := texel(c.meadow, 2, u/1330, v/1330, 1) - 0.5
	distance := func(x, side float64) float64 { return side * (0.5 - math.Abs(x/side-math.Floor(x/side)-0.5)) }
	return min(distance(x+170*bend, 210), distance(z-120*bend, 140))
}

// reed returns a value above 0 where reed stands. Its density grows from there to full at 0.022.
func (c *cover) reed(x, z float64) float64 {
	return c.at(x, z, 410, patchesOf) + 0.75*c.slanted(x, z, 2750, patchesOf) - 0.91
}

// plotTile is the size of the tile of plots, m. plotEdge is the distance from a plot's edge that
// the texture stores as 1, m.
const plotTile, plotEdge = 1100.0, 42.0

// plot returns the crop of the plot at a place, 0 to 1, the distance to the plot's edge as a
// share of plotEdge, and the unit direction in which the plot is ploughed.
func (c *cover) plot(x, z float64) (kind, edge, wayX, wayZ float64) {
	x, z = x+60*(c.at(x, z, 2900, patchesOf)-0.5), z+60*(c.at(x, z, 2900, tuftsOf)-0.5)
	x, z = x/plotTile, z/plotTile
	return texel(c.plots, 4, x, z, 0), texel(c.plots, 4, x, z, 1), 2*texel(c.plots, 4, x, z, 2) - 1, 2*texel(c.plots, 4, x, z, 3) - 1
}

// lane returns the distance from a place to the middle of the nearest lane, m.
func (c *cover) lane(x, z float64) float64 {
	bend := c.at(x, z, 9000, patchesOf) - 0.5
	x, z = x+260*bend, z-190*bend
	fromMiddle := func(x float64) float64 { return math.Abs(x - math.Floor(x) - 0.5) }
	return min(530*fromMiddle(x/530+0.37), 870*fromMiddle(z/870+0.71))
}

// hedge returns the share of the ground that a hedge covers at a distance from a plot's edge.
func hedge(edge, tufts float64) float64 {
	return 1 - smooth(0.035, 0.075, edge-0.09*(tufts-0.42))
}

// tree returns a value above 0 where trees stand.
func (c *cover) tree(x, z, edge float64) float64 {
	return c.slanted(x, z, 420, tuftsOf) - 0.86 + 0.27*(1-smooth(0.03, 0.17, edge))
}

// offshore returns how far a place lies off the shore, m; it is negative on land. The place is
// given in the world and in the noise.
func (c *cover) offshore(worldX, worldZ, x, z float64) float64 {
	along := max(math.Abs(worldZ*c.sea[0]-worldX*c.sea[1])-150, 0)
	bay := 0.0015 * along * along / (1 + along/700)
	return worldX*c.sea[0] + worldZ*c.sea[1] - bay - 12 + 60*(c.at(x, z, 4100, patchesOf)-0.5) + 14*(c.slanted(x, z, 330, patchesOf)-0.5)
}

// grass returns the share of the ground that grass covers behind the beach.
func (c *cover) grass(x, z, off, tufts float64) float64 {
	return smooth(0, 14, -off-22+30*(tufts-0.5)+26*(c.slanted(x, z, 90, patchesOf)-0.5))
}

// stones returns the share of the ground that stones cover.
func (c *cover) stones(x, z float64) float64 {
	return smooth(0.40, 0.46, c.at(x, z, 47, tuftsOf)*c.slanted(x, z, 310, patchesOf))
}

// snow returns the share of the ground that snow covers.
func (c *cover) snow(x, z, tufts float64) float64 {
	u, v := aslant(x, z)
	hollow := c.low(x, z) + 0.55*(c.at(0.5*u, v, 190, patchesOf)-0.5) + 0.12*(tufts-0.5)
	return smooth(0.60, 0.69, hollow+0.25*(c.at(x, z, 5200, patchesOf)-0.5))
}

// low returns how low the ground lies between its rises, about 0 to 1.
func (c *cover) low(x, z float64) float64 {
	return 0.65*c.slanted(x, z, 1419, patchesOf) + 0.35*c.at(x, z, 330, patchesOf)
}

// bank returns a value above 0 on land and below 0 on water.
func (c *cover) bank(x, z float64) float64 {
	return c.at(x, z, 900, patchesOf) + 0.6*(c.slanted(x, z, 3300, patchesOf)-0.5) - 0.60
}

// groves returns a value above 0 where groves of trees stand on the banks.
func (c *cover) groves(x, z float64) float64 {
	return c.slanted(x, z, 420, tuftsOf) + 0.4*(c.at(x, z, 170, patchesOf)-0.5) - 0.56
}

// smooth does the same as GLSL's smoothstep.
func smooth(low, high, x float64) float64 {
	t := max(0, min(1, (x-low)/(high-low)))
	return t * t * (3 - 2*t)
}
