package render

import "github.com/go-gl/mathgl/mgl32"

// plantKind is a kind of plant, an index of plantForms.
type plantKind int

// Kinds of plants.
const (
	reeds plantKind = iota
	sedge
	grasses
	daisies
	buttercups
	poppies
	heathers
	marrams
	corn
	stone
	oak
	ash
	poplar
	willow
	thorn
	shrub
	plantKinds
)

// plantLevel is a shape for plants that cover fewer than below pixels in height; 0 means no
// limit.
type plantLevel struct {
	maxSize float32
	shape   func() plantMesh
}

// plantForms are the shapes of each kind, the finest first. Low plants are lit like the ground
// (groundLight).
var plantForms = [plantKinds][]plantLevel{
	reeds: {
		{shape: func() plantMesh { return fans(3, 3, 0.8, 0.06, reedMaterial, 1) }},
		{maxSize: 150, shape: func() plantMesh { return fans(2, 1, 1.02, 0.05, reedMaterial, 2) }},
	},
	sedge: {
		{shape: func() plantMesh { return fans(4, 2, 1.1, 0.2, grassMaterial, 3) }},
		{maxSize: 30, shape: func() plantMesh { return fans(2, 1, 1.37, 0.15, grassMaterial, 4) }},
	},
	grasses: {
		{shape: func() plantMesh { return fans(3, 2, 1.2, 0.3, grassMaterial, 5) }},
		{maxSize: 26, shape: func() plantMesh { return fans(2, 1, 1.4, 0.2, grassMaterial, 6) }},
	},
	daisies:    flowers(mgl32.Vec3{9, 6, 18}),
	buttercups: flowers(mgl32.Vec3{10, 5.2, 0.8}),
	poppies:    flowers(mgl32.Vec3{8, 0.5, 0.6}),
	heathers: {
		{shape: func() plantMesh { return fans(4, 2, 1.2, 0.25, heathMaterial, 8) }},
		{maxSize: 30, shape: func() plantMesh { return fans(2, 1, 1.52, 0.2, heathMaterial, 9) }},
	},
	marrams: {
		{shape: func() plantMesh { return fans(5, 3, 1.1, 0.45, grassMaterial, 10) }},
		{maxSize: 30, shape: func() plantMesh { return fans(2, 1, 1.49, 0.3, grassMaterial, 11) }},
	},
	corn: {
		{shape: func() plantMesh { return fans(3, 2, 0.9, 0.1, cornMaterial, 12) }},
		{maxSize: 30, shape: func() plantMesh { return fans(2, 1, 1.03, 0.1, cornMaterial, 13) }},
	},
	stone: {
		{shape: func() plantMesh { return rock(2, 14) }},
		{maxSize: 40, shape: func() plantMesh { return rock(1, 14) }},
		{maxSize: 10, shape: func() plantMesh { return rock(0, 14) }},
	},
	oak: trees(habit{trunkHeight: 0.42, trunkRadius: 0.032, tile: tileBroad, cardSize: 0.116, cards: 472, albedo: mgl32.Vec3{0.78, 0.80, 0.8}, seed: 20, lumps: []lump{
		{mgl32.Vec3{0, 0.60, 0}, 0.27}, {mgl32.Vec3{0.27, 0.52, 0.06}, 0.19}, {mgl32.Vec3{-0.26, 0.55, 0.10}, 0.20},
		{mgl32.Vec3{0.05, 0.53, -0.28}, 0.19}, {mgl32.Vec3{-0.03, 0.50, 0.29}, 0.18}, {mgl32.Vec3{0.15, 0.76, 0.12}, 0.17},
		{mgl32.Vec3{-0.14, 0.79, -0.08}, 0.17}, {mgl32.Vec3{0.20, 0.68, -0.17}, 0.16}, {mgl32.Vec3{-0.33, 0.44, -0.12}, 0.13},
		{mgl32.Vec3{0.36, 0.41, -0.10}, 0.12}, {mgl32.Vec3{-0.15, 0.68, 0.22}, 0.15},
	}}),
	ash: trees(habit{trunkHeight: 0.5, trunkRadius: 0.024, tile: tileBroad, cardSize: 0.103, cards: 450, albedo: mgl32.Vec3{0.85, 0.85, 0.75}, seed: 21, lumps: []lump{
		{mgl32.Vec3{0.02, 0.50, 0}, 0.24}, {mgl32.Vec3{-0.04, 0.68, 0.05}, 0.22}, {mgl32.Vec3{0.06, 0.84, -0.02}, 0.145},
		{mgl32.Vec3{0.22, 0.45, 0.12}, 0.16}, {mgl32.Vec3{-0.22, 0.43, 0.08}, 0.16}, {mgl32.Vec3{0.03, 0.42, -0.24}, 0.16},
		{mgl32.Vec3{0.17, 0.64, -0.13}, 0.14}, {mgl32.Vec3{-0.18, 0.61, -0.10}, 0.14}, {mgl32.Vec3{-0.06, 0.36, 0.22}, 0.13},
	}}),
	poplar: trees(habit{trunkHeight: 0.5, trunkRadius: 0.014, tile: tileFine, cardSize: 0.073, cards: 427, albedo: mgl32.Vec3{0.72, 0.78, 0.8}, seed: 22, lumps: []lump{
		{mgl32.Vec3{0, 0.22, 0.01}, 0.085}, {mgl32.Vec3{0.02, 0.33, 0}, 0.105}, {mgl32.Vec3{-0.02, 0.44, 0.02}, 0.115},
		{mgl32.Vec3{0.01, 0.56, -0.02}, 0.11}, {mgl32.Vec3{-0.01, 0.67, 0.01}, 0.10}, {mgl32.Vec3{0.01, 0.78, 0}, 0.085},
		{mgl32.Vec3{0, 0.87, 0.01}, 0.065}, {mgl32.Vec3{0, 0.94, 0}, 0.045},
	}}),
	willow: trees(habit{trunkHeight: 0.3, trunkRadius: 0.03, tile: tileFine, cardSize: 0.146, cards: 370, sizeFix: [5]float32{2: 1.04}, albedo: mgl32.Vec3{1.0, 0.88, 1.2}, seed: 23, lumps: []lump{
		{mgl32.Vec3{0.04, 0.56, 0.02}, 0.25}, {mgl32.Vec3{-0.22, 0.45, 0.10}, 0.20}, {mgl32.Vec3{0.24, 0.43, -0.05}, 0.21},
		{mgl32.Vec3{-0.05, 0.76, -0.05}, 0.18}, {mgl32.Vec3{0.02, 0.40, -0.25}, 0.18}, {mgl32.Vec3{0.06, 0.37, 0.27}, 0.17},
		{mgl32.Vec3{0.18, 0.68, 0.10}, 0.14},
	}}),
	thorn: trees(habit{tile: tileBroad, cardSize: 0.206, cards: 190, sizeFix: [5]float32{2: 1.07}, albedo: mgl32.Vec3{0.62, 0.66, 0.7}, seed: 24, lumps: []lump{
		{mgl32.Vec3{0, 0.42, 0}, 0.38}, {mgl32.Vec3{0.28, 0.36, 0.12}, 0.30}, {mgl32.Vec3{-0.28, 0.38, -0.08}, 0.31},
		{mgl32.Vec3{0.08, 0.72, -0.14}, 0.24}, {mgl32.Vec3{-0.12, 0.62, 0.20}, 0.26}, {mgl32.Vec3{0.10, 0.28, -0.32}, 0.26},
	}}),
	shrub: trees(habit{tile: tileFine, cardSize: 0.224, cards: 168, sizeFix: [5]float32{4: 1.12}, albedo: mgl32.Vec3{0.74, 0.72, 0.75}, seed: 25, lumps: []lump{
		{mgl32.Vec3{0.05, 0.45, 0.05}, 0.36}, {mgl32.Vec3{-0.24, 0.34, 0.14}, 0.28}, {mgl32.Vec3{0.26, 0.32, -0.12}, 0.28},
		{mgl32.Vec3{-0.08, 0.70, -0.10}, 0.25}, {mgl32.Vec3{0.05, 0.30, 0.32}, 0.24},
	}}),
}

// Materials of low plants. Their albedos are factors of the ground's, as in the grounds' shaders.
var (
	reedMaterial  = plantMaterial{tile: tileReed, tiles: 2, albedo: mgl32.Vec3{1.7, 1.0, 1.2}, headAlbedo: mgl32.Vec3{2.5, 1.35, 2.1}, translucency: 1}
	grassMaterial = plantMaterial{tile: tileGrass, tiles: 1, albedo: mgl32.Vec3{1, 1, 1}, headAlbedo: mgl32.Vec3{1.5, 1.1, 1.1}, translucency: 1}
	heathMaterial = plantMaterial{tile: tileHeath, tiles: 1, albedo: mgl32.Vec3{0.8, 0.6, 0.8}, headAlbedo: mgl32.Vec3{2.6, 0.75, 4.4}, translucency: 0.6}
	cornMaterial  = plantMaterial{tile: tileReed, tiles: 2, albedo: mgl32.Vec3{1, 1, 1}, headAlbedo: mgl32.Vec3{1.25, 1.15, 1.2}, translucency: 1}
)

// flowers returns the shapes of a flower whose head has an albedo.
func flowers(head mgl32.Vec3) []plantLevel {
	c := plantMaterial{tile: tileBloom, tiles: 1, albedo: mgl32.Vec3{0.9, 1, 0.9}, headAlbedo: head, translucency: 1}
	return []plantLevel{
		{shape: func() plantMesh { return fans(2, 2, 0.9, 0.15, c, 7) }},
		{maxSize: 26, shape: func() plantMesh { return fans(2, 1, 0.85, 0.1, c, 7) }},
	}
}

// trees returns the five levels of a tree.
func trees(h habit) []plantLevel {
	at := func(level int) func() plantMesh { return func() plantMesh { return h.tree(level) } }
	return []plantLevel{{shape: at(0)}, {maxSize: 300, shape: at(1)}, {maxSize: 100, shape: at(2)}, {maxSize: 40, shape: at(3)}, {maxSize: 16, shape: at(4)}}
}

// upright reports whether plants of a kind have leaves with normals of their own. The others
// belong to the ground and are lit like it.
func (k plantKind) upright() bool { return k >= stone }
