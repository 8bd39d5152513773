package land

import "github.com/go-gl/mathgl/mgl32"

// Kind is a kind of plant, an index into Forms.
type Kind int

// Kinds of plants.
const (
	Reeds Kind = iota
	Sedge
	Grasses
	daisies
	buttercups
	poppies
	Heathers
	Marrams
	Corn
	Stone
	Oak
	Ash
	Poplar
	Willow
	Thorn
	Shrub
	Kinds
)

// Level is a shape for plants less than MaxSize pixels high; 0 means no limit.
type Level struct {
	MaxSize float32
	Shape   func() Mesh
}

// Forms holds the shapes of each kind, the finest first. Low plants are lit like the ground (groundLight).
var Forms = [Kinds][]Level{
	Reeds: {
		{Shape: func() Mesh { return fans(3, 3, 0.8, 0.06, reedMaterial, 1) }},
		{MaxSize: 150, Shape: func() Mesh { return fans(2, 1, 1.02, 0.05, reedMaterial, 2) }},
	},
	Sedge: {
		{Shape: func() Mesh { return fans(4, 2, 1.1, 0.2, grassMaterial, 3) }},
		{MaxSize: 30, Shape: func() Mesh { return fans(2, 1, 1.37, 0.15, grassMaterial, 4) }},
	},
	Grasses: {
		{Shape: func() Mesh { return fans(3, 2, 1.2, 0.3, grassMaterial, 5) }},
		{MaxSize: 26, Shape: func() Mesh { return fans(2, 1, 1.4, 0.2, grassMaterial, 6) }},
	},
	daisies:    flowers(mgl32.Vec3{9, 6, 18}),
	buttercups: flowers(mgl32.Vec3{10, 5.2, 0.8}),
	poppies:    flowers(mgl32.Vec3{8, 0.5, 0.6}),
	Heathers: {
		{Shape: func() Mesh { return fans(4, 2, 1.2, 0.25, heathMaterial, 8) }},
		{MaxSize: 30, Shape: func() Mesh { return fans(2, 1, 1.52, 0.2, heathMaterial, 9) }},
	},
	Marrams: {
		{Shape: func() Mesh { return fans(5, 3, 1.1, 0.45, grassMaterial, 10) }},
		{MaxSize: 30, Shape: func() Mesh { return fans(2, 1, 1.49, 0.3, grassMaterial, 11) }},
	},
	Corn: {
		{Shape: func() Mesh { return fans(3, 2, 0.9, 0.1, cornMaterial, 12) }},
		{MaxSize: 30, Shape: func() Mesh { return fans(2, 1, 1.03, 0.1, cornMaterial, 13) }},
	},
	Stone: {
		{Shape: func() Mesh { return rock(2, 14) }},
		{MaxSize: 40, Shape: func() Mesh { return rock(1, 14) }},
		{MaxSize: 10, Shape: func() Mesh { return rock(0, 14) }},
	},
	Oak: trees(habit{trunkHeight: 0.42, trunkRadius: 0.032, tile: tileBroad, cardSize: 0.116, cards: 472, albedo: mgl32.Vec3{0.78, 0.80, 0.8}, seed: 20, lumps: []lump{
		{mgl32.Vec3{0, 0.60, 0}, 0.27}, {mgl32.Vec3{0.27, 0.52, 0.06}, 0.19}, {mgl32.Vec3{-0.26, 0.55, 0.10}, 0.20},
		{mgl32.Vec3{0.05, 0.53, -0.28}, 0.19}, {mgl32.Vec3{-0.03, 0.50, 0.29}, 0.18}, {mgl32.Vec3{0.15, 0.76, 0.12}, 0.17},
		{mgl32.Vec3{-0.14, 0.79, -0.08}, 0.17}, {mgl32.Vec3{0.20, 0.68, -0.17}, 0.16}, {mgl32.Vec3{-0.33, 0.44, -0.12}, 0.13},
		{mgl32.Vec3{0.36, 0.41, -0.10}, 0.12}, {mgl32.Vec3{-0.15, 0.68, 0.22}, 0.15},
	}}),
	Ash: trees(habit{trunkHeight: 0.5, trunkRadius: 0.024, tile: tileBroad, cardSize: 0.103, cards: 450, albedo: mgl32.Vec3{0.85, 0.85, 0.75}, seed: 21, lumps: []lump{
		{mgl32.Vec3{0.02, 0.50, 0}, 0.24}, {mgl32.Vec3{-0.04, 0.68, 0.05}, 0.22}, {mgl32.Vec3{0.06, 0.84, -0.02}, 0.145},
		{mgl32.Vec3{0.22, 0.45, 0.12}, 0.16}, {mgl32.Vec3{-0.22, 0.43, 0.08}, 0.16}, {mgl32.Vec3{0.03, 0.42, -0.24}, 0.16},
		{mgl32.Vec3{0.17, 0.64, -0.13}, 0.14}, {mgl32.Vec3{-0.18, 0.61, -0.10}, 0.14}, {mgl32.Vec3{-0.06, 0.36, 0.22}, 0.13},
	}}),
	Poplar: trees(habit{trunkHeight: 0.5, trunkRadius: 0.014, tile: tileFine, cardSize: 0.073, cards: 427, albedo: mgl32.Vec3{0.72, 0.78, 0.8}, seed: 22, lumps: []lump{
		{mgl32.Vec3{0, 0.22, 0.01}, 0.085}, {mgl32.Vec3{0.02, 0.33, 0}, 0.105}, {mgl32.Vec3{-0.02, 0.44, 0.02}, 0.115},
		{mgl32.Vec3{0.01, 0.56, -0.02}, 0.11}, {mgl32.Vec3{-0.01, 0.67, 0.01}, 0.10}, {mgl32.Vec3{0.01, 0.78, 0}, 0.085},
		{mgl32.Vec3{0, 0.87, 0.01}, 0.065}, {mgl32.Vec3{0, 0.94, 0}, 0.045},
	}}),
	Willow: trees(habit{trunkHeight: 0.3, trunkRadius: 0.03, tile: tileFine, cardSize: 0.146, cards: 370, sizeFix: [5]float32{2: 1.04}, albedo: mgl32.Vec3{1.0, 0.88, 1.2}, seed: 23, lumps: []lump{
		{mgl32.Vec3{0.04, 0.56, 0.02}, 0.25}, {mgl32.Vec3{-0.22, 0.45, 0.10}, 0.20}, {mgl32.Vec3{0.24, 0.43, -0.05}, 0.21},
		{mgl32.Vec3{-0.05, 0.76, -0.05}, 0.18}, {mgl32.Vec3{0.02, 0.40, -0.25}, 0.18}, {mgl32.Vec3{0.06, 0.37, 0.27}, 0.17},
		{mgl32.Vec3{0.18, 0.68, 0.10}, 0.14},
	}}),
	Thorn: trees(habit{tile: tileBroad, cardSize: 0.206, cards: 190, sizeFix: [5]float32{2: 1.07}, albedo: mgl32.Vec3{0.62, 0.66, 0.7}, seed: 24, lumps: []lump{
		{mgl32.Vec3{0, 0.42, 0}, 0.38}, {mgl32.Vec3{0.28, 0.36, 0.12}, 0.30}, {mgl32.Vec3{-0.28, 0.38, -0.08}, 0.31},
		{mgl32.Vec3{0.08, 0.72, -0.14}, 0.24}, {mgl32.Vec3{-0.12, 0.62, 0.20}, 0.26}, {mgl32.Vec3{0.10, 0.28, -0.32}, 0.26},
	}}),
	Shrub: trees(habit{tile: tileFine, cardSize: 0.224, cards: 168, sizeFix: [5]float32{4: 1.12}, albedo: mgl32.Vec3{0.74, 0.72, 0.75}, seed: 25, lumps: []lump{
		{mgl32.Vec3{0.05, 0.45, 0.05}, 0.36}, {mgl32.Vec3{-0.24, 0.34, 0.14}, 0.28}, {mgl32.Vec3{0.26, 0.32, -0.12}, 0.28},
		{mgl32.Vec3{-0.08, 0.70, -0.10}, 0.25}, {mgl32.Vec3{0.05, 0.30, 0.32}, 0.24},
	}}),
}

// Materials of low plants. Their albedos are multiplied by the albedo of the ground, as in its shaders.
var (
	reedMaterial  = material{tile: tileReed, tiles: 2, albedo: mgl32.Vec3{1.7, 1.0, 1.2}, headAlbedo: mgl32.Vec3{2.5, 1.35, 2.1}, translucency: 1}
	grassMaterial = material{tile: tileGrass, tiles: 1, albedo: mgl32.Vec3{1, 1, 1}, headAlbedo: mgl32.Vec3{1.5, 1.1, 1.1}, translucency: 1}
	heathMaterial = material{tile: tileHeath, tiles: 1, albedo: mgl32.Vec3{0.8, 0.6, 0.8}, headAlbedo: mgl32.Vec3{2.6, 0.75, 4.4}, translucency: 0.6}
	cornMaterial  = material{tile: tileReed, tiles: 2, albedo: mgl32.Vec3{1, 1, 1}, headAlbedo: mgl32.Vec3{1.25, 1.15, 1.2}, translucency: 1}
)

func flowers(head mgl32.Vec3) []Level {
	c := material{tile: tileBloom, tiles: 1, albedo: mgl32.Vec3{0.9, 1, 0.9}, headAlbedo: head, translucency: 1}
	return []Level{
		{Shape: func() Mesh { return fans(2, 2, 0.9, 0.15, c, 7) }},
		{MaxSize: 26, Shape: func() Mesh { return fans(2, 1, 0.85, 0.1, c, 7) }},
	}
}

func trees(h habit) []Level {
	at := func(level int) func() Mesh { return func() Mesh { return h.tree(level) } }
	return []Level{{Shape: at(0)}, {MaxSize: 300, Shape: at(1)}, {MaxSize: 100, Shape: at(2)}, {MaxSize: 40, Shape: at(3)}, {MaxSize: 16, Shape: at(4)}}
}

// Upright reports whether the leaves have their own normals. Other plants are lit like the ground.
func (k Kind) Upright() bool { return k >= Stone }
