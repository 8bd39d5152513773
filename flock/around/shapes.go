package around

import (
	"math"

	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// shape describes a shape of obstacles. To add a shape, add an entry to shapes, and its name to the tags of
// [Obstacle].
type shape struct {
	name    string
	hasFile bool
	endless bool // fills half of the world and has no top
	land    bool

	// size returns the factors that scale the unit shape to the obstacle's size. It is nil if the obstacle
	// has no size.
	size func(o *Obstacle) vec.Vec

	// fill gives the obstacle about the size of a box whose base is at the height foot, m.
	fill func(o *Obstacle, box vec.Vec, foot float32)

	addSurface func(s *Surface, o *Obstacle)

	// place changes the transform p, which maps the obstacle's own coordinates to the world. If place is nil,
	// p rotates by Turn and moves to At.
	place func(p *placement, o *Obstacle)

	// body returns the solid in the obstacle's own coordinates, its position and its scale. ok is false if
	// the file has not been read.
	body func(s *Solids, o *Obstacle, p *placement, known map[ground]*solid.Relief) (b solid.Body, pos vec.Vec, scale float32, ok bool)

	// edgeSeats returns the seats along the edge of the top, or nil if the top is not level. The function
	// itself is nil if the shape has no flat top.
	edgeSeats func(r *rooftop, p *placement) []Seat
}

func shapes() []shape {
	return []shape{
		{
			name:       "sphere",
			size:       func(o *Obstacle) vec.Vec { return vec.Vec{X: o.Radius, Y: o.Radius, Z: o.Radius} },
			fill:       func(o *Obstacle, box vec.Vec, _ float32) { o.Radius = max(roundCM(box.Y/2), 0.5) },
			addSurface: func(s *Surface, o *Obstacle) { s.sphere(o.Radius) },
			body:       simple(func(o *Obstacle) solid.Body { return solid.Ball(o.Radius) }),
		},
		{
			name:       "box",
			size:       func(o *Obstacle) vec.Vec { return o.Size },
			fill:       func(*Obstacle, vec.Vec, float32) {},
			addSurface: func(s *Surface, o *Obstacle) { s.box(o.Size.Scale(0.5)) },
			body:       simple(func(o *Obstacle) solid.Body { return solid.Box(solid.Vec(o.Size)) }),
			edgeSeats:  (*rooftop).onBox,
		},
		{
			name: "cylinder",
			size: func(o *Obstacle) vec.Vec { return vec.Vec{X: o.Radius, Y: o.Height, Z: o.Radius} },
			fill: func(o *Obstacle, box vec.Vec, foot float32) {
				o.Radius, o.Height, o.At.Y = max(roundCM(box.X/2), 0.25), box.Y, foot
			},
			addSurface: func(s *Surface, o *Obstacle) { s.cylinder(o.Radius, o.Height) },
			body:       simple(func(o *Obstacle) solid.Body { return solid.Cylinder(o.Radius, o.Height) }),
			edgeSeats:  (*rooftop).onCylinder,
		},
		{
			name: "plane", endless: true,
			fill:       func(o *Obstacle, _ vec.Vec, foot float32) { o.At.Y = foot },
			addSurface: func(s *Surface, _ *Obstacle) { s.sheet(2 * Wall) },
			body:       simple(func(*Obstacle) solid.Body { return solid.HalfSpace() }),
		},
		{
			name: "ground", endless: true, land: true,
			fill:       func(o *Obstacle, _ vec.Vec, foot float32) { o.At.Y = foot },
			addSurface: func(s *Surface, _ *Obstacle) { s.sheet(2 * Wall) },
			place: func(p *placement, o *Obstacle) {
				p.rows, p.pos = rotationRows(vec.Vec{}), vec.Vec{X: 0, Y: o.At.Y, Z: 0}
			},
			body: simple(func(*Obstacle) solid.Body { return solid.HalfSpace() }),
		},
		{
			name: "model", hasFile: true,
			size:       func(o *Obstacle) vec.Vec { return vec.Vec{X: o.Scale, Y: o.Scale, Z: o.Scale} },
			addSurface: addMeshSurface,
			place: func(p *placement, o *Obstacle) {
				if o.Mesh != nil {
					p.scale, p.foot = o.Scale, o.Mesh.foot()
				}
			},
			body: func(_ *Solids, o *Obstacle, p *placement, _ map[ground]*solid.Relief) (b solid.Body, pos vec.Vec, scale float32, ok bool) {
				if o.Mesh == nil || o.Mesh.solid() == nil {
					return b, pos, 0, false
				}
				return o.Mesh.solid().Solid(), p.point(vec.Vec{}), p.scale, true
			},
		},
		{
			name: "terrain", hasFile: true, land: true,
			size: func(o *Obstacle) vec.Vec {
				if o.Mesh.Relief != nil {
					return vec.Vec{X: o.Size.X, Y: o.Height, Z: o.Size.Z}
				}
				return vec.Vec{X: o.Scale, Y: o.Scale, Z: o.Scale}
			},
			addSurface: addMeshSurface,
			place: func(p *placement, o *Obstacle) {
				p.rows = rotationRows(vec.Vec{X: 0, Y: o.Turn.Y, Z: 0})
				if o.Mesh != nil && o.Mesh.Relief == nil {
					p.scale, p.foot = o.Scale, o.Mesh.foot()
				}
			},
			body: func(s *Solids, o *Obstacle, p *placement, known map[ground]*solid.Relief) (b solid.Body, pos vec.Vec, scale float32, ok bool) {
				if o.Mesh == nil {
					return b, pos, 0, false
				}
				return s.terrain(o, known).Ground(), p.pos, p.scale, true
			},
		},
	}
}

func simple(body func(o *Obstacle) solid.Body) func(*Solids, *Obstacle, *placement, map[ground]*solid.Relief) (solid.Body, vec.Vec, float32, bool) {
	return func(_ *Solids, o *Obstacle, p *placement, _ map[ground]*solid.Relief) (solid.Body, vec.Vec, float32, bool) {
		return body(o), p.pos, 1, true
	}
}

func addMeshSurface(s *Surface, o *Obstacle) {
	switch {
	case o.Mesh == nil:
	case o.Mesh.Relief != nil:
		s.relief(o.Mesh.Relief, vec.Vec{X: o.Size.X, Y: o.Height, Z: o.Size.Z})
	default:
		s.mesh(o.Mesh)
	}
}

func roundCM(x float32) float32 { return float32(math.Round(float64(x)*100) / 100) }

func (o *Obstacle) shape() *shape {
	for _, s := range shapes() {
		if s.name == o.Shape {
			return &s
		}
	}
	return &shape{
		fill: func(*Obstacle, vec.Vec, float32) {}, addSurface: func(*Surface, *Obstacle) {},
		body: func(*Solids, *Obstacle, *placement, map[ground]*solid.Relief) (b solid.Body, pos vec.Vec, scale float32, ok bool) {
			return
		},
	}
}

// SimpleShapes returns the names of the shapes that do not need a file.
func SimpleShapes() (names []string) {
	for _, s := range shapes() {
		if !s.hasFile {
			names = append(names, s.name)
		}
	}
	return names
}

// NeedsFile reports whether obstacles of a shape are read from a file.
func NeedsFile(shape string) bool { return (&Obstacle{Shape: shape}).shape().hasFile }

// NeedsFile reports whether the obstacle is read from a file.
func (o *Obstacle) NeedsFile() bool { return o.shape().hasFile }

// Endless reports whether the obstacle fills half of the world.
func (o *Obstacle) Endless() bool { return o.shape().endless }

// Land reports whether the obstacle is drawn as land.
func (o *Obstacle) Land() bool { return o.shape().land }

// Reshape turns a box into another simple shape of about the same size, and keeps its base at the same
// height.
func (o *Obstacle) Reshape(shape string) {
	box, foot := o.Size, o.At.Y-float32(o.Size.Y/2)
	o.Shape = shape
	o.shape().fill(o, box, foot)
}

// Unit returns the obstacle with unit sizes at the origin, and the factors that scale it to the obstacle's
// size along each axis. ok is false if the obstacle is endless or its file has not been read.
func (o *Obstacle) Unit() (unit Obstacle, lengths vec.Vec, ok bool) {
	s := o.shape()
	if s.size == nil || s.hasFile && o.Mesh == nil {
		return unit, lengths, false
	}
	unit = Obstacle{Shape: o.Shape, Radius: 1, Height: 1, Size: vec.Vec{X: 1, Y: 1, Z: 1}, Scale: 1}
	if s.hasFile {
		unit.File, unit.Mesh, unit.Digest = o.File, o.Mesh, o.Digest
	}
	return unit, s.size(o), true
}
