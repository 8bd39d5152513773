package samples

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

type scene struct {
	nodes []node
	roots []int
	skins []skin
	clips []clip
}

type node struct {
	children []int
	pose     pose
	mesh     *mesh
	skin     int // -1 if none
}

type pose struct {
	translation, scale [3]float64
	rotation           [4]float64 // quaternion x, y, z, w
	weights            []float64
}

type mesh struct {
	primitives []primitive
}

type primitive struct {
	positions [][3]float64
	normals   [][3]float64 // empty if none
	targets   []target
	joints    [][]int
	weights   [][]float64
}

type target struct{ positions, normals [][3]float64 }

type skin struct {
	joints  []int
	inverse []mgl64.Mat4
}

type clip struct{ channels []channel }

type channel struct {
	node   int
	path   string
	mode   string
	times  []float64
	values [][]float64 // values of each key; with CUBICSPLINE, a key has an in-tangent, a value and an out-tangent
}

// PosedPrimitive is an instance of a primitive in a pose.
type PosedPrimitive struct {
	Positions []mgl64.Vec3
	Normals   []mgl64.Vec3 // unit vectors; empty if none
}

// Pose returns the positions of all vertices at a time of a clip, or of the rest pose if clip is -1. Nodes
// are in depth-first order, with a node's mesh before its children.
func (s *Sample) Pose(clip int, seconds float64) []PosedPrimitive {
	sc := s.scene
	poses := make([]pose, len(sc.nodes))
	for i, n := range sc.nodes {
		poses[i] = n.pose
	}
	if clip >= 0 {
		for _, c := range sc.clips[clip].channels {
			c.apply(&poses[c.node], seconds)
		}
	}
	global := make([]mgl64.Mat4, len(sc.nodes))
	var place func(i int, parent mgl64.Mat4)
	place = func(i int, parent mgl64.Mat4) {
		global[i] = parent.Mul4(poses[i].matrix())
		for _, c := range sc.nodes[i].children {
			place(c, global[i])
		}
	}
	for _, i := range sc.roots {
		place(i, mgl64.Ident4())
	}
	var out []PosedPrimitive
	var draw func(i int)
	draw = func(i int) {
		n := &sc.nodes[i]
		if n.mesh != nil {
			for k := range n.mesh.primitives {
				out = append(out, sc.posePrimitive(&n.mesh.primitives[k], n, poses[i].weights, global, global[i]))
			}
		}
		for _, c := range n.children {
			draw(c)
		}
	}
	for _, i := range sc.roots {
		draw(i)
	}
	return out
}

// matrix returns translation × rotation × scale.
func (p *pose) matrix() mgl64.Mat4 {
	x, y, z, w := p.rotation[0], p.rotation[1], p.rotation[2], p.rotation[3]
	rotation := mgl64.Mat4{
		1 - 2*(y*y+z*z), 2 * (x*y + w*z), 2 * (x*z - w*y), 0,
		2 * (x*y - w*z), 1 - 2*(x*x+z*z), 2 * (y*z + w*x), 0,
		2 * (x*z + w*y), 2 * (y*z - w*x), 1 - 2*(x*x+y*y), 0,
		0, 0, 0, 1,
	}
	translation := mgl64.Translate3D(p.translation[0], p.translation[1], p.translation[2])
	return translation.Mul4(rotation).Mul4(mgl64.Scale3D(p.scale[0], p.scale[1], p.scale[2]))
}

func (sc *scene) posePrimitive(p *primitive, n *node, weights []float64, global []mgl64.Mat4, own mgl64.Mat4) PosedPrimitive {
	var out PosedPrimitive
	for v := range p.positions {
		m := own
		if n.skin >= 0 {
			m = mgl64.Mat4{}
			for k, j := range p.joints[v] {
				s := sc.skins[n.skin]
				m = m.Add(global[s.joints[j]].Mul4(s.inverse[j]).Mul(p.weights[v][k]))
			}
		}
		position, normal := mgl64.Vec3(p.positions[v]), mgl64.Vec3{}
		if len(p.normals) > 0 {
			normal = p.normals[v]
		}
		for k, t := range p.targets {
			if len(t.positions) > 0 {
				position = position.Add(mgl64.Vec3(t.positions[v]).Mul(weights[k]))
			}
			if len(t.normals) > 0 && len(p.normals) > 0 {
				normal = normal.Add(mgl64.Vec3(t.normals[v]).Mul(weights[k]))
			}
		}
		out.Positions = append(out.Positions, m.Mul4x1(position.Vec4(1)).Vec3())
		if len(p.normals) > 0 {
			out.Normals = append(out.Normals, m.Mat3().Inv().Transpose().Mul3x1(normal).Normalize())
		}
	}
	return out
}

func (c *channel) apply(p *pose, seconds float64) {
	v := c.valueAt(seconds)
	switch c.path {
	case "translation":
		p.translation = [3]float64(v)
	case "rotation":
		p.rotation = [4]float64(v)
	case "scale":
		p.scale = [3]float64(v)
	case "weights":
		p.weights = v
	}
}

// valueAt follows appendix C of the glTF 2.0 specification literally.
func (c *channel) valueAt(t float64) []float64 {
	value := func(k int) []float64 {
		if c.mode == "CUBICSPLINE" {
			return c.values[3*k+1]
		}
		return c.values[k]
	}
	last := len(c.times) - 1
	if t <= c.times[0] {
		return value(0)
	}
	if t >= c.times[last] {
		return value(last)
	}
	k := 0
	for c.times[k+1] <= t {
		k++
	}
	gap := c.times[k+1] - c.times[k]
	u := (t - c.times[k]) / gap
	out := make([]float64, len(value(k)))
	switch {
	case c.mode == "STEP":
		return value(k)
	case c.mode == "CUBICSPLINE":
		for i := range out {
			v0, b := c.values[3*k+1][i], gap*c.values[3*k+2][i]
			v1, a := c.values[3*k+4][i], gap*c.values[3*k+3][i]
			out[i] = (2*math.Pow(u, 3)-3*math.Pow(u, 2)+1)*v0 + (math.Pow(u, 3)-2*math.Pow(u, 2)+u)*b +
				(-2*math.Pow(u, 3)+3*math.Pow(u, 2))*v1 + (math.Pow(u, 3)-math.Pow(u, 2))*a
		}
	case c.path == "rotation":
		return slerp(value(k), value(k+1), u)
	default:
		for i := range out {
			out[i] = (1-u)*value(k)[i] + u*value(k + 1)[i]
		}
	}
	if c.path == "rotation" {
		length := math.Sqrt(dot(out, out))
		for i := range out {
			out[i] /= length
		}
	}
	return out
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func slerp(a, b []float64, u float64) []float64 {
	d := dot(a, b)
	s := math.Copysign(1, d)
	angle := math.Acos(min(math.Abs(d), 1))
	out := make([]float64, 4)
	for i := range out {
		if angle < 1e-6 {
			out[i] = (1-u)*a[i] + u*s*b[i]
			continue
		}
		out[i] = (math.Sin(angle*(1-u))*a[i] + s*math.Sin(angle*u)*b[i]) / math.Sin(angle)
	}
	return out
}
