package render

import "math"

// cover is what covers a land, worked out on the CPU as its ground's shader does at the
// finest detail: reed.glsl, hedges.glsl, dunes.glsl, heath.glsl and banks.glsl.
type cover struct {
	noise, plots []byte  // tiles of noiseSize, four bytes a texel
	meadow       []byte  // of two
	x, z         float64 // where the land's noise begins, m
	sea          [2]float64
}

// Channels of the noise of lands.
const (
	tuftsOf   = 2
	patchesOf = 3
)

// texel reads a tile as textureLod does at its finest: linear between the middles of texels,
// of so many bytes, of which there are noiseSize to each 1 of x and y, again and again.
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

// at returns the noise at a place of the land, which repeats over so many metres.
func (c *cover) at(x, z, tile float64, channel int) float64 {
	return texel(c.noise, 4, x/tile, z/tile, channel)
}

// aslant turns a place as land.glsl does.
func aslant(x, z float64) (float64, float64) {
	return float64(0.8*x) - float64(0.6*z), float64(0.6*x) + float64(0.8*z)
}

// slanted returns the noise at a place that is turned.
func (c *cover) slanted(x, z, tile float64, channel int) float64 {
	x, z = aslant(x, z)
	return c.at(x, z, tile, channel)
}

// tufts and patches are those of land.glsl.
func (c *cover) tufts(x, z float64) float64 {
	return 0.5*c.at(x, z, 9, tuftsOf) + 0.5*c.slanted(x, z, 61, tuftsOf)
}

func (c *cover) patches(x, z, tile float64) float64 {
	return 0.6*c.at(x, z, tile, patchesOf) + 0.4*c.slanted(x, z, 4.3*tile, patchesOf)
}

// baulk returns how far it is from a place of the meadow to the strip of tall grass that parts
// its lots, m, as ground.frag has it.
func (c *cover) baulk(x, z float64) float64 {
	u, v := aslant(x, z)
	bend := texel(c.meadow, 2, u/1330, v/1330, 1) - 0.5
	off := func(x, side float64) float64 { return side * (0.5 - math.Abs(x/side-math.Floor(x/side)-0.5)) }
	return min(off(x+170*bend, 210), off(z-120*bend, 140))
}

// reed stands where this is above 0, and is seen there as a share that grows to 1 at 0.022.
func (c *cover) reed(x, z float64) float64 {
	return c.at(x, z, 410, patchesOf) + 0.75*c.slanted(x, z, 2750, patchesOf) - 0.91
}

// plotTile is over how many metres the plots repeat, and plotEdge how many metres from the
// edge of one are 1.
const plotTile, plotEdge = 1100.0, 42.0

// plot returns what grows on a plot, 0 to 1, how far it is to its edge, as a share of plotEdge,
// and the way it is ploughed.
func (c *cover) plot(x, z float64) (kind, edge, wayX, wayZ float64) {
	x, z = x+60*(c.at(x, z, 2900, patchesOf)-0.5), z+60*(c.at(x, z, 2900, tuftsOf)-0.5)
	x, z = x/plotTile, z/plotTile
	return texel(c.plots, 4, x, z, 0), texel(c.plots, 4, x, z, 1), 2*texel(c.plots, 4, x, z, 2) - 1, 2*texel(c.plots, 4, x, z, 3) - 1
}

// lane returns how far it is from a place to the middle of a lane, m.
func (c *cover) lane(x, z float64) float64 {
	bend := c.at(x, z, 9000, patchesOf) - 0.5
	x, z = x+260*bend, z-190*bend
	off := func(x float64) float64 { return math.Abs(x - math.Floor(x) - 0.5) }
	return min(530*off(x/530+0.37), 870*off(z/870+0.71))
}

// hedge returns how much of a place a hedge covers that is so far from the edge of a plot.
func hedge(edge, tufts float64) float64 {
	return 1 - smooth(0.035, 0.075, edge-0.09*(tufts-0.42))
}

// tree returns above 0 where trees stand.
func (c *cover) tree(x, z, edge float64) float64 {
	return c.slanted(x, z, 420, tuftsOf) - 0.86 + 0.27*(1-smooth(0.03, 0.17, edge))
}

// offshore returns how far off the shore a place is, in the world and in the noise, m.
func (c *cover) offshore(worldX, worldZ, x, z float64) float64 {
	along := max(math.Abs(worldZ*c.sea[0]-worldX*c.sea[1])-150, 0)
	bay := 0.0015 * along * along / (1 + along/700)
	return worldX*c.sea[0] + worldZ*c.sea[1] - bay - 12 + 60*(c.at(x, z, 4100, patchesOf)-0.5) + 14*(c.slanted(x, z, 330, patchesOf)-0.5)
}

// grass returns how much of it grows behind the beach.
func (c *cover) grass(x, z, off, tufts float64) float64 {
	return smooth(0, 14, -off-22+30*(tufts-0.5)+26*(c.slanted(x, z, 90, patchesOf)-0.5))
}

// stones and snow are how much of a place they cover.
func (c *cover) stones(x, z float64) float64 {
	return smooth(0.40, 0.46, c.at(x, z, 47, tuftsOf)*c.slanted(x, z, 310, patchesOf))
}

func (c *cover) snow(x, z, tufts float64) float64 {
	u, v := aslant(x, z)
	hollow := c.low(x, z) + 0.55*(c.at(0.5*u, v, 190, patchesOf)-0.5) + 0.12*(tufts-0.5)
	return smooth(0.60, 0.69, hollow+0.25*(c.at(x, z, 5200, patchesOf)-0.5))
}

// low returns how low the ground lies between its rises.
func (c *cover) low(x, z float64) float64 {
	return 0.65*c.slanted(x, z, 1419, patchesOf) + 0.35*c.at(x, z, 330, patchesOf)
}

// bank returns above 0 where there is land, and groves where trees of them stand.
func (c *cover) bank(x, z float64) float64 {
	return c.at(x, z, 900, patchesOf) + 0.6*(c.slanted(x, z, 3300, patchesOf)-0.5) - 0.60
}

func (c *cover) groves(x, z float64) float64 {
	return c.slanted(x, z, 420, tuftsOf) + 0.4*(c.at(x, z, 170, patchesOf)-0.5) - 0.56
}

// smooth is GLSL's smoothstep.
func smooth(low, high, x float64) float64 {
	t := max(0, min(1, (x-low)/(high-low)))
	return t * t * (3 - 2*t)
}
