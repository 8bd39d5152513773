package land

import (
	"math"

	"skein/engine/render/noise"
)

// cover computes what covers the ground at a place, such as reed or grass. It does the same as the ground's
// shaders at their finest detail: reed.glsl, hedges.glsl, dunes.glsl, heath.glsl and banks.glsl.
type cover struct {
	noise, plots []byte  // noise.Size, four bytes per texel
	meadow       []byte  // two bytes per texel
	x, z         float64 // origin of the noise, m
	sea          [2]float64
}

const (
	tuftsChannel   = 2
	patchesChannel = 3
)

// texel returns a channel of a repeating tile, which has each bytes per texel. It interpolates linearly
// between the centres of texels, like textureLod at the finest level. x and y are texture coordinates.
func texel(tile []byte, each int, x, y float64, channel int) float64 {
	x, y = x*noise.Size-0.5, y*noise.Size-0.5
	fx, fy := math.Floor(x), math.Floor(y)
	i, j := int(fx)&(noise.Size-1), int(fy)&(noise.Size-1)
	u, v := x-fx, y-fy
	right, below := (i+1)&(noise.Size-1), (j+1)&(noise.Size-1)
	valueAt := func(i, j int) float64 { return float64(tile[each*(j*noise.Size+i)+channel]) }
	top, bottom := valueAt(i, j)+float64(u*(valueAt(right, j)-valueAt(i, j))), valueAt(i, below)+float64(u*(valueAt(right, below)-valueAt(i, below)))
	return (top + float64(v*(bottom-top))) / 255
}

func (c *cover) noiseAt(x, z, tile float64, channel int) float64 {
	return texel(c.noise, 4, x/tile, z/tile, channel)
}

// rotate rotates a place by noiseRotation (noiserotation.glsl). Combining a tile with its rotation hides its
// repetition.
func rotate(x, z float64) (float64, float64) {
	return float64(0.8*x) - float64(0.6*z), float64(0.6*x) + float64(0.8*z)
}

func (c *cover) rotatedNoiseAt(x, z, tile float64, channel int) float64 {
	x, z = rotate(x, z)
	return c.noiseAt(x, z, tile, channel)
}

// tufts returns the same as tuftsAt in landnoise.glsl, about 0 to 1.
func (c *cover) tufts(x, z float64) float64 {
	return 0.5*c.noiseAt(x, z, 9, tuftsChannel) + 0.5*c.rotatedNoiseAt(x, z, 61, tuftsChannel)
}

// patches returns the same as patchesAt in landnoise.glsl, about 0 to 1.
func (c *cover) patches(x, z, tile float64) float64 {
	return 0.6*c.noiseAt(x, z, tile, patchesChannel) + 0.4*c.rotatedNoiseAt(x, z, 4.3*tile, patchesChannel)
}

// baulkDistance returns the distance in m to the nearest baulk, a strip of tall grass between two lots, as in
// ground.frag.
func (c *cover) baulkDistance(x, z float64) float64 {
	u, v := rotate(x, z)
	bend := texel(c.meadow, 2, u/1330, v/1330, 1) - 0.5
	distance := func(x, side float64) float64 { return side * (0.5 - math.Abs(x/side-math.Floor(x/side)-0.5)) }
	return min(distance(x+170*bend, 210), distance(z-120*bend, 140))
}

// reedLevel returns a value that is positive where reed grows. The density of reed increases with the value,
// up to 0.022.
func (c *cover) reedLevel(x, z float64) float64 {
	return c.noiseAt(x, z, 410, patchesChannel) + 0.75*c.rotatedNoiseAt(x, z, 2750, patchesChannel) - 0.91
}

// plotTile is the size of the tile of plots. plotEdge is the largest distance from an edge that it stores.
// Both are in m.
const plotTile, plotEdge = 1100.0, 42.0

// plot returns the crop of the plot at a place, 0 to 1, the distance to its edge as a fraction of plotEdge,
// and the unit direction of ploughing.
func (c *cover) plot(x, z float64) (kind, edge, wayX, wayZ float64) {
	x, z = x+60*(c.noiseAt(x, z, 2900, patchesChannel)-0.5), z+60*(c.noiseAt(x, z, 2900, tuftsChannel)-0.5)
	x, z = x/plotTile, z/plotTile
	return texel(c.plots, 4, x, z, 0), texel(c.plots, 4, x, z, 1), 2*texel(c.plots, 4, x, z, 2) - 1, 2*texel(c.plots, 4, x, z, 3) - 1
}

func (c *cover) laneDistance(x, z float64) float64 {
	bend := c.noiseAt(x, z, 9000, patchesChannel) - 0.5
	x, z = x+260*bend, z-190*bend
	fromMiddle := func(x float64) float64 { return math.Abs(x - math.Floor(x) - 0.5) }
	return min(530*fromMiddle(x/530+0.37), 870*fromMiddle(z/870+0.71))
}

func hedgeShare(edge, tufts float64) float64 {
	return 1 - smoothstep(0.035, 0.075, edge-0.09*(tufts-0.42))
}

// treeLevel returns a value that is positive where trees grow.
func (c *cover) treeLevel(x, z, edge float64) float64 {
	return c.rotatedNoiseAt(x, z, 420, tuftsChannel) - 0.86 + 0.27*(1-smoothstep(0.03, 0.17, edge))
}

// offshoreDistance returns the distance from the shore in m, negative on land. The place is (worldX, worldZ)
// in the world and (x, z) in the noise.
func (c *cover) offshoreDistance(worldX, worldZ, x, z float64) float64 {
	along := max(math.Abs(worldZ*c.sea[0]-worldX*c.sea[1])-150, 0)
	bay := 0.0015 * along * along / (1 + along/700)
	return worldX*c.sea[0] + worldZ*c.sea[1] - bay - 12 + 60*(c.noiseAt(x, z, 4100, patchesChannel)-0.5) + 14*(c.rotatedNoiseAt(x, z, 330, patchesChannel)-0.5)
}

func (c *cover) grassShare(x, z, offset, tufts float64) float64 {
	return smoothstep(0, 14, -offset-22+30*(tufts-0.5)+26*(c.rotatedNoiseAt(x, z, 90, patchesChannel)-0.5))
}

func (c *cover) stoneShare(x, z float64) float64 {
	return smoothstep(0.40, 0.46, c.noiseAt(x, z, 47, tuftsChannel)*c.rotatedNoiseAt(x, z, 310, patchesChannel))
}

func (c *cover) snowShare(x, z, tufts float64) float64 {
	u, v := rotate(x, z)
	hollow := c.lowness(x, z) + 0.55*(c.noiseAt(0.5*u, v, 190, patchesChannel)-0.5) + 0.12*(tufts-0.5)
	return smoothstep(0.60, 0.69, hollow+0.25*(c.noiseAt(x, z, 5200, patchesChannel)-0.5))
}

// lowness returns a value that is larger where the ground is lower, about 0 to 1.
func (c *cover) lowness(x, z float64) float64 {
	return 0.65*c.rotatedNoiseAt(x, z, 1419, patchesChannel) + 0.35*c.noiseAt(x, z, 330, patchesChannel)
}

// bankLevel returns a value that is positive on land (islands, the town and its banks) and negative on water.
func (c *cover) bankLevel(x, z float64) float64 {
	islands := c.noiseAt(x, z, 900, patchesChannel) + 0.6*(c.rotatedNoiseAt(x, z, 3300, patchesChannel)-0.5) - 0.60
	return max(islands, 0.0008*c.townLevel(x-c.x, z-c.z, x, z))
}

func (c *cover) groveLevel(x, z float64) float64 {
	return c.rotatedNoiseAt(x, z, 420, tuftsChannel) + 0.4*(c.noiseAt(x, z, 170, patchesChannel)-0.5) - 0.56
}

func smoothstep(low, high, x float64) float64 {
	t := max(0, min(1, (x-low)/(high-low)))
	return t * t * (3 - 2*t)
}
