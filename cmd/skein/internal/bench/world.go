package bench

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"skein/cmd/skein/internal/input"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

type worldRow struct {
	Boids     int         `json:"boids"`
	Obstacles int         `json:"obstacles"`
	Triangles int         `json:"triangles"` // in the largest obstacle
	FieldMS   float64     `json:"field_ms"`  // to compute the distance field of the largest obstacle
	Bare      float64     `json:"bare_ms_per_tick"`
	World     float64     `json:"world_ms_per_tick"`
	Ratio     float64     `json:"ratio"`
	Parts     []worldPart `json:"parts"`
	Hash      string      `json:"hash"`
}

// worldPart is the time that a part of the surroundings adds to a tick. The tick already includes the parts
// before it.
type worldPart struct {
	Name  string  `json:"name"`
	MS    float64 `json:"ms_per_tick"`
	Share float64 `json:"share"` // added time relative to a tick in an empty world
}

// worldParts returns the parts in the order in which they are added. "model" is the obstacle with a mesh.
// "predator" includes the flock's alarm.
func worldParts() []string { return []string{"obstacles", "model", "path", "predator"} }

// worldRow measures ticks of the scene falcon, first in an empty world and then with one more part at a time.
// All variants start from the same states and take turns, so that other programs affect them equally.
func (c *options) worldRow(ctx context.Context) (row worldRow, err error) {
	const boids, rounds, ticks = 5000, 24, 30
	world, def, err := c.benchWorld(ctx, boids, &row)
	if err != nil {
		return row, err
	}
	parts := worldParts()
	took := make([][]float64, len(parts)+1)
	for range rounds {
		for n := range took {
			w, err := worldWithParts(world, def, parts[:n])
			if err != nil {
				return row, err
			}
			w.Step()
			for range ticks {
				if err := ctx.Err(); err != nil {
					return row, err
				}
				begun := time.Now()
				w.Step()
				took[n] = append(took[n], milliseconds(begun))
			}
			if n == len(parts) {
				world = w
			}
		}
	}
	row.Bare, row.World = median(took[0]), median(took[len(parts)])
	row.Ratio, row.Hash = row.World/row.Bare, fmt.Sprintf("%016x", world.Hash())
	for n, name := range parts {
		difference := median(took[n+1]) - median(took[n])
		row.Parts = append(row.Parts, worldPart{name, difference, difference / row.Bare})
	}
	return row, nil
}

func (c *options) benchWorld(ctx context.Context, boids int, row *worldRow) (*flock.World, *flock.Def, error) {
	flags := input.Simulation{Count: &boids}
	sc, err := flags.Load("falcon")
	if err != nil {
		return nil, nil, err
	}
	def := flags.Def(sc)
	def.Workers = int(append(c.Workers, 0)[0])
	mesh, err := trefoil(50_000)
	if err != nil {
		return nil, nil, err
	}
	begun := time.Now()
	mesh.Field()
	row.FieldMS = milliseconds(begun)
	def.Surroundings = benchSurroundings(mesh)
	row.Boids, row.Obstacles, row.Triangles = boids, len(def.Surroundings.Obstacles), len(mesh.Triangles)
	w, err := input.NewWorld(ctx, def)
	return w, &def, err
}

func copyWorld(w *flock.World, def *flock.Def) (*flock.World, error) {
	var meshes []*around.Mesh
	for _, o := range w.Surroundings().Obstacles {
		if o.Mesh != nil {
			meshes = append(meshes, o.Mesh)
		}
	}
	return flock.ResumeAmong(meshes, w.Checkpoint(), def.Workers, def.Index, modelsIn(def)...)
}

func modelsIn(def *flock.Def) (all []*flock.Model) {
	for _, f := range def.Flocks() {
		all = append(all, f.Params.Model())
	}
	return all
}

func worldWithParts(w *flock.World, def *flock.Def, parts []string) (*flock.World, error) {
	to, err := copyWorld(w, def)
	if err != nil {
		return nil, err
	}
	has := func(part string) bool { return slices.Contains(parts, part) }
	if !has("predator") {
		for number, key := range []string{"alarm", "count"} {
			p := to.ParamsOf(number)
			if err := p.Set(key, 0); err != nil {
				return nil, err
			}
			if err := to.SetParamsOf(number, p); err != nil {
				return nil, err
			}
		}
	}
	s := to.Surroundings()
	s.Obstacles = slices.DeleteFunc(s.Obstacles, func(o around.Obstacle) bool {
		if o.Shape == "model" {
			return !has("model")
		}
		return !has("obstacles")
	})
	if !has("path") {
		s.Paths = nil
	}
	return to, to.SetSurroundings(s)
}

func benchSurroundings(mesh *around.Mesh) (s around.Surroundings) {
	add := func() *around.Obstacle { return s.Add("obstacle").(*around.Obstacle) }
	for k := range 6 {
		o := add()
		sine, cosine := math.Sincos(float64(k) * math.Pi / 3)
		o.Shape, o.Size = "box", vec.Vec{X: 6, Y: 40, Z: 6}
		o.At = vec.Vec{X: float32(40 * cosine), Y: 20, Z: float32(40 * sine)}
	}
	add().Shape = "ground"
	ball := add()
	ball.At, ball.Radius = vec.Vec{X: -20, Y: 25, Z: 10}, 4
	drum := add()
	drum.Shape, drum.At, drum.Radius, drum.Height = "cylinder", vec.Vec{X: 20, Z: -12}, 3, 35
	model := add()
	model.Shape, model.File, model.Scale, model.Mesh = "model", "knot", 4, mesh
	model.At = vec.Vec{X: 0, Y: 10, Z: -25}
	path := s.Add("path").(*around.Path)
	path.Closed, path.Width, path.Pull = true, 60, 0.1
	path.Points = []vec.Vec{{X: 30, Y: 26}, {Y: 30, Z: 30}, {X: -30, Y: 26}, {Y: 22, Z: -30}}
	return s
}

func trefoil(triangles int) (*around.Mesh, error) {
	const sides = 50
	rings := triangles / (2 * sides)
	at := func(k int) [3]float64 {
		t := float64(k) * 2 * math.Pi / float64(rings)
		return [3]float64{math.Sin(t) + 2*math.Sin(2*t), math.Cos(t) - 2*math.Cos(2*t), -math.Sin(3 * t)}
	}
	var vertices []vec.Vec
	var faces [][3]uint32
	for k := range rings {
		p, q := at(k), at(k+1)
		way := vec.Vec{X: float32(q[0] - p[0]), Y: float32(q[1] - p[1]), Z: float32(q[2] - p[2])}
		side := way.Cross(vec.Vec{Z: 1}).Unit()
		other := way.Cross(side).Unit()
		middle := vec.Vec{X: float32(p[0]), Y: float32(p[1]), Z: float32(p[2])}
		for j := range sides {
			sine, cosine := math.Sincos(float64(j) * 2 * math.Pi / sides)
			vertices = append(vertices, middle.Add(side.Scale(float32(0.4*cosine))).Add(other.Scale(float32(0.4*sine))))
			a, b := uint32(k*sides+j), uint32(k*sides+(j+1)%sides)
			next := uint32((k + 1) % rings * sides)
			c, d := next+uint32(j), next+uint32((j+1)%sides)
			faces = append(faces, [3]uint32{a, b, d}, [3]uint32{a, d, c})
		}
	}
	return around.NewMesh(vertices, nil, faces)
}

func (r *worldRow) print(w io.Writer) {
	fmt.Fprintf(w, "%d boids on a path, with a predator and %d obstacles (one is a mesh of %d triangles): %.3f ms per tick. This is %.2f times the %.3f ms of an empty world. Computing the distance field took %.0f ms.\n",
		r.Boids, r.Obstacles, r.Triangles, r.World, r.Ratio, r.Bare, r.FieldMS)
	for _, p := range r.Parts {
		fmt.Fprintf(w, "  %-9s %+.3f ms per tick, %+.0f %% of a tick in an empty world\n", p.Name, p.MS, 100*p.Share)
	}
}
