package web

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/scenery"
	"skein/engine/web/live"
	"skein/flock/around"
)

const mostSolidTriangles = 300_000

// Solids describes the obstacles. The data "solids" contains their triangles (see [solids.encode]), and
// "moves" contains their movements (see [solids.moves]).
type Solids struct {
	Vertices int    `json:"vertices"`
	Parts    []Part `json:"parts"`
	Moves    int    `json:"moves"` // number of movements
}

// Part is an obstacle with one shape and one file. If the shape or the file of a recorded obstacle changes,
// it becomes another part.
type Part struct {
	Triangles int            `json:"triangles"`
	Place     live.Placement `json:"place"` // placement at the start
}

type solids struct {
	parts []*solid
}

type solid struct {
	obstacle around.Obstacle
	form     *frame.Solid // nil if the part is not drawn
	moves    []move
}

type move struct {
	frame int
	place live.Placement
}

func (s *solids) add(frame int, all []around.Obstacle) {
	present := map[*solid]bool{}
	for k := range all {
		part := s.find(&all[k])
		present[part] = true
		part.move(frame, live.PlacementOf(&all[k], &part.obstacle))
	}
	for _, part := range s.parts {
		if !present[part] {
			part.move(frame, live.Placement{})
		}
	}
}

func (s *solids) find(o *around.Obstacle) *solid {
	for _, part := range s.parts {
		if part.obstacle.Name == o.Name && part.obstacle.Shape == o.Shape && part.obstacle.Mesh == o.Mesh {
			return part
		}
	}
	part := &solid{obstacle: *o}
	var things scenery.Scenery
	things.Update(&around.Surroundings{Obstacles: []around.Obstacle{*o}})
	if len(things.Stands) > 0 {
		part.form = things.Stands[0].Solid
	}
	s.parts = append(s.parts, part)
	return part
}

// move stores a new placement. Before its first placement, an obstacle does not exist.
func (s *solid) move(frame int, to live.Placement) {
	var last live.Placement
	if n := len(s.moves); n > 0 {
		last = s.moves[n-1].place
	}
	if to != last {
		s.moves = append(s.moves, move{frame, to})
	}
}

func (s *solids) triangles() (n int) {
	for _, part := range s.parts {
		if part.form != nil {
			n += len(part.form.Triangles) / 3
		}
	}
	return n
}

func (s *solids) addTo(p *Page, ground mgl32.Vec3) {
	switch n := s.triangles(); {
	case n == 0:
	case n > mostSolidTriangles:
		p.Scene.Notes = append(p.Scene.Notes, "The page leaves out the obstacles, because they have too many triangles.")
	default:
		about, data := s.encode(ground)
		moves := s.moves()
		about.Moves = len(moves) / moveSize
		p.Scene.Solids = &about
		p.Data = append(p.Data, Data{Name: "solids", Bytes: data})
		if len(moves) > 0 {
			p.Data = append(p.Data, Data{Name: "moves", Bytes: moves})
		}
	}
}

const moveSize = 4 + 4 + 4*len(live.Placement{})

// moves returns the movements after frame 0, in order of frames. Each consists of the indices of the frame
// and the part as 32-bit numbers, and the placement as 32-bit floats, all little-endian.
func (s *solids) moves() (data []byte) {
	type numbered struct {
		move
		part int
	}
	var all []numbered
	for k, one := range s.parts {
		for _, m := range one.moves {
			if m.frame > 0 {
				all = append(all, numbered{m, k})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b numbered) int { return a.frame - b.frame })
	for _, m := range all {
		data = binary.LittleEndian.AppendUint32(data, uint32(m.frame))
		data = binary.LittleEndian.AppendUint32(data, uint32(m.part))
		for _, x := range m.place {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	return data
}

// encode returns the triangles of all parts in their own coordinates, little-endian. First come indices of
// vertices as 32-bit numbers and positions as three 32-bit floats (m). Then come normals as three signed
// bytes, and colours as three bytes in sRGB. A vertex that belongs to two materials occurs twice.
func (s *solids) encode(ground mgl32.Vec3) (about Solids, data []byte) {
	var positions, normals, colours []byte
	for _, one := range s.parts {
		part := Part{}
		if m := one.moves[0]; m.frame == 0 {
			part.Place = m.place
		}
		for _, run := range runsOf(one.form, ground) {
			vertexIndex := map[uint32]uint32{}
			for _, v := range run.triangles {
				n, known := vertexIndex[v]
				if !known {
					n = uint32(about.Vertices)
					vertexIndex[v] = n
					about.Vertices++
					for _, x := range one.form.Points[v] {
						positions = binary.LittleEndian.AppendUint32(positions, math.Float32bits(x))
					}
					for _, x := range one.form.Normals[v].Normalize() {
						normals = append(normals, byte(int8(math.Round(float64(x)*math.MaxInt8))))
					}
					colours = appendColour(colours, run.colourOf(one.form, v))
				}
				data = binary.LittleEndian.AppendUint32(data, n)
			}
			part.Triangles += len(run.triangles) / 3
		}
		about.Parts = append(about.Parts, part)
	}
	return about, append(append(append(data, positions...), normals...), colours...)
}

type run struct {
	triangles []uint32
	colour    mgl32.Vec3 // linear colour
}

// runsOf divides the triangles of a solid into runs of one colour. ground is the colour of solids that look
// like the ground.
func runsOf(s *frame.Solid, ground mgl32.Vec3) (all []run) {
	if s == nil {
		return nil
	}
	if s.Grass {
		return []run{{s.Triangles, ground}}
	}
	if len(s.Coats) == 0 {
		return []run{{s.Triangles, frame.Stone().BaseColour.Vec3()}}
	}
	from := 0
	for k := range s.Coats {
		to := min(from+3*s.Coats[k].Triangles, len(s.Triangles))
		all = append(all, run{s.Triangles[from:to], s.Coats[k].BaseColour.Vec3()})
		from = to
	}
	return all
}

func (r *run) colourOf(s *frame.Solid, vertex uint32) mgl32.Vec3 {
	c := r.colour
	if len(s.Colours) > 0 {
		for k := range c {
			c[k] *= s.Colours[vertex][k]
		}
	}
	return c
}

func (p *Page) setWires(s *around.Surroundings) {
	for i := range s.Perches {
		if line := s.Perches[i].Line(); len(line) > 1 {
			var wire [][3]float32
			for _, pos := range line {
				wire = append(wire, pos.Array())
			}
			p.Scene.Wires = append(p.Scene.Wires, wire)
		}
	}
}
