package land

import "skein/flock/look"

type features struct {
	shaders   Shaders
	distances [4]float64                      // distances of the skyline's layers, the farthest first, m; 0 means no such layer
	height    func(*skyline, float64) float64 // height of a layer, m; the argument is a position around the circle, 0 to 1
	houses    bool
	water     func(c *cover, x, z float64) bool // whether water at a place reflects the plants on its shores; nil means no reflections
	plots     bool
	meadow    bool
	onlyOne   bool                                   // all seeds give the same land
	relief    func(seed uint32, coarse bool) *Relief // hills or houses; nil means that the land is flat
	sowings   []sowing
}

// Shaders describes how OpenGL draws a land. NAME.frag, after the name of the land, draws the ground. The
// other shaders get the macro NAME in capitals.
type Shaders struct {
	Default bool   // the default pipelines draw the land
	Water   string // GLSL expression for deep water, which reflects birds; "" means no water
	Shores  bool   // the water reflects the plants on its shores
	Paved   bool
	Plain   bool   // there are no objects at the horizon
	Relief  string // vertex shader of hills or houses; empty if the land is flat
	Front   string // fragment shader of hills or houses; "" means the ground's
}

// Count is the number of lands.
const Count = len(lands)

// ShadersOf returns the shaders of a land.
func ShadersOf(l look.Land) Shaders { return lands[l].shaders }

var lands = [...]features{
	look.Meadow: {
		shaders: Shaders{Default: true},
		onlyOne: true, meadow: true,
		sowings: []sowing{
			{spacing: 0.48, steps: 14, reach: [3]float32{0, 26, 40}, fullReach: 5, maxHeight: 0.6, sow: meadowGrass},
			{spacing: 1.1, steps: 12, reach: [3]float32{0, 26, 45}, fullReach: 12, maxHeight: 0.6, sow: meadowFlowers},
			{spacing: 90, steps: 3, reach: [3]float32{0, 1000, 1800}, fullReach: 900, maxHeight: 14, sow: meadowTrees},
			{spacing: 7, steps: 14, reach: [3]float32{0, 900, 1600}, fullReach: 500, maxHeight: 14, sow: meadowRows},
		},
	},
	look.Marsh: {
		shaders:   Shaders{Water: "marshDeep()", Shores: true},
		distances: [4]float64{42_000, 19_000, 6500, 3100},
		height:    (*skyline).country, water: func(c *cover, x, z float64) bool { return c.reedLevel(x, z) < 0 },
		sowings: []sowing{
			{spacing: 0.8, steps: 12, reach: [3]float32{0, 70, 110}, fullReach: 8, maxHeight: 2.6, sow: marshReed},
			{spacing: 1.5, steps: 16, reach: [3]float32{0, 170, 320}, fullReach: 60, minReach: 40, maxHeight: 2.6, sow: marshReed},
			{spacing: 0.9, steps: 12, reach: [3]float32{0, 40, 60}, fullReach: 12, maxHeight: 0.9, sow: marshSedge},
			{spacing: 30, steps: 4, reach: [3]float32{0, 800, 1300}, fullReach: 500, maxHeight: 6, sow: marshBushes},
		},
	},
	look.Fields: {
		distances: [4]float64{42_000, 19_000, 6500, 2700},
		height:    (*skyline).country, plots: true,
		sowings: []sowing{
			{spacing: 2.1, steps: 14, reach: [3]float32{0, 230, 450}, fullReach: 70, maxHeight: 5, sow: hedgeBushes},
			{spacing: 3, steps: 24, reach: [3]float32{0, 800, 1500}, fullReach: 500, maxHeight: 18, sow: fieldTrees},
			{spacing: 0.5, steps: 14, reach: [3]float32{0, 26, 42}, fullReach: 5, maxHeight: 1.1, sow: crops},
		},
	},
	look.Hills: {
		shaders:   Shaders{Relief: "relief.vert"},
		distances: [4]float64{34_000, 19_000, 9000, 4200},
		height:    (*skyline).mountains, relief: hills,
		sowings: []sowing{
			{spacing: 0.55, steps: 16, reach: [3]float32{0, 36, 60}, fullReach: 9, maxHeight: 0.7, sow: heath},
			{spacing: 1.5, steps: 16, reach: [3]float32{0, 140, 240}, fullReach: 40, maxHeight: 1.6, sow: hillStones},
		},
	},
	look.Coast: {
		shaders:   Shaders{Water: "seaDeep"},
		distances: [4]float64{30_000, 14_000, 7000, 3600},
		height:    (*skyline).coast,
		sowings: []sowing{
			{spacing: 0.6, steps: 16, reach: [3]float32{0, 46, 75}, fullReach: 10, maxHeight: 1.1, sow: duneGrass},
			{spacing: 2.2, steps: 12, reach: [3]float32{0, 90, 160}, fullReach: 40, maxHeight: 1, sow: beachStones},
			{spacing: 14, steps: 6, reach: [3]float32{0, 500, 900}, fullReach: 300, maxHeight: 3.4, sow: duneBushes},
		},
	},
	look.City: {
		shaders:   Shaders{Water: "cityDeep", Shores: true, Paved: true, Relief: "town.vert", Front: "town.frag"},
		distances: [4]float64{26_000, 5600, 4300, 3200},
		height:    (*skyline).town, houses: true, relief: town, water: func(c *cover, x, z float64) bool { return c.bankLevel(x, z) < 0 },
		sowings: []sowing{
			{spacing: 7, steps: 8, reach: [3]float32{0, 800, 1500}, fullReach: 500, maxHeight: 16, sow: parkTrees},
			{spacing: 2.6, steps: 12, reach: [3]float32{0, 160, 260}, fullReach: 60, maxHeight: 2.6, sow: parkShrubs},
			{spacing: 0.45, steps: 16, reach: [3]float32{0, 22, 36}, fullReach: 5, maxHeight: 0.4, sow: parkGrass},
		},
	},
	look.Paper: {shaders: Shaders{Plain: true}, onlyOne: true},
}

// HasPlots reports whether the ground of a land is divided into plots.
func HasPlots(l look.Land) bool { return lands[l].plots }

// Distances returns the distances of a skyline's layers in m, the farthest first; 0 means no such layer.
func Distances(l look.Land) [4]float64 { return lands[l].distances }

// HouseCounts returns, for each layer of a skyline, the number of houses in the full circle. It is 1 for the
// hills of the farthest layer, and 0 in a land without houses.
func HouseCounts(l look.Land) (counts [4]float32) {
	if !lands[l].houses {
		return counts
	}
	for k, distance := range lands[l].distances {
		counts[k] = float32(houses(distance))
	}
	counts[0] = 1
	return counts
}
