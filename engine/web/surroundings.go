package web

import (
	"encoding/binary"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/scenery"
	"skein/flock/around"
)

// mostSolidTriangles is the largest number of triangles of all obstacles in a page.
const mostSolidTriangles = 300_000

// Solids describes the page's data solids, which [encodeStands] writes.
type Solids struct {
	Vertices  int `json:"vertices"`
	Triangles int `json:"triangles"`
}

// setSurroundings adds the obstacles, and the wires on which birds perch, where they are at the start of the
// scene. Obstacles have plain colours instead of textures. ground is the albedo of the ground.
func (p *Page) setSurroundings(s *around.Surroundings, ground mgl32.Vec3) {
	for i := range s.Perches {
		if line := s.Perches[i].Line(); len(line) > 1 {
			var wire [][3]float32
			for _, at := range line {
				wire = append(wire, at.Array())
			}
			p.Scene.Wires = append(p.Scene.Wires, wire)
		}
	}
	var things scenery.Scenery
	things.Update(s)
	triangles := 0
	for k := range things.Stands {
		triangles += len(things.Stands[k].Triangles) / 3
	}
	switch {
	case triangles == 0:
	case triangles > mostSolidTriangles:
		p.Scene.Notes = append(p.Scene.Notes, "The page leaves out the obstacles, because they have too many triangles.")
	default:
		about, data := encodeStands(things.Stands, ground)
		p.Scene.Solids = &about
		p.Data = append(p.Data, Data{Name: "solids", Bytes: data})
	}
}

// encodeStands returns the triangles of all stands in the world: the indices of vertices as 32-bit numbers,
// the positions as three 32-bit floats (m), the normals as three signed bytes, and the colours as three bytes
// in sRGB, all little-endian. Vertices that two materials share occur once for each.
func encodeStands(all []frame.Stand, ground mgl32.Vec3) (about Solids, data []byte) {
	var positions, normals, colours []byte
	for k := range all {
		s := &all[k]
		for _, run := range runsOf(s.Solid, ground) {
			number := map[uint32]uint32{} // numbers of the vertices in the page
			for _, v := range run.triangles {
				n, known := number[v]
				if !known {
					n = uint32(about.Vertices)
					number[v] = n
					about.Vertices++
					for _, x := range mgl32.TransformCoordinate(s.Points[v], s.Matrix) {
						positions = binary.LittleEndian.AppendUint32(positions, math.Float32bits(x))
					}
					for _, x := range mgl32.TransformNormal(s.Normals[v], s.Matrix).Normalize() {
						normals = append(normals, byte(int8(math.Round(float64(x)*math.MaxInt8))))
					}
					colours = appendColour(colours, run.colourOf(s.Solid, v))
				}
				data = binary.LittleEndian.AppendUint32(data, n)
			}
			about.Triangles += len(run.triangles) / 3
		}
	}
	return about, append(append(append(data, positions...), normals...), colours...)
}

// run is a run of a solid's triangles with one colour.
type run struct {
	triangles []uint32
	colour    mgl32.Vec3 // linear
}

// runsOf returns the triangles of a solid in runs of one colour. ground is the colour of solids that look
// like the ground.
func runsOf(s *frame.Solid, ground mgl32.Vec3) (all []run) {
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
