package main

import "math"

// around is the number of vertices of a ring of the body.
const around = 10

// ring is a cross-section of the body.
type ring struct {
	z, y       float64 // centre
	half, tall float64 // half its width and height
}

// rings run from the base of the bill to the tail.
func rings() []ring {
	return []ring{
		{0.0880, 0.0060, 0.0046, 0.0046},
		{0.0840, 0.0075, 0.0096, 0.0092},
		{0.0745, 0.0095, 0.0143, 0.0140},
		{0.0610, 0.0085, 0.0160, 0.0163},
		{0.0450, 0.0045, 0.0205, 0.0222},
		{0.0250, 0.0005, 0.0268, 0.0285},
		{0.0020, -0.001, 0.0285, 0.0295},
		{-0.022, 0.0000, 0.0250, 0.0255},
		{-0.044, 0.0030, 0.0175, 0.0172},
		{-0.062, 0.0052, 0.0106, 0.0086},
		{-0.076, 0.0062, 0.0066, 0.0026},
	}
}

// body lofts the rings, with a bill in front and closed behind.
func body(m *mesh) {
	all := rings()
	bill(m, all[0])
	var last []int
	for i, r := range all {
		here := make([]int, around)
		for k := range here {
			here[k] = m.add(onBody(i, k, r))
		}
		if last != nil {
			band(m, last, here)
		}
		last = here
	}
	end := all[len(all)-1]
	tip := m.add(vertex{at: vec{0, end.y, end.z - 0.004}, colour: back, bones: bodyBones(end.z)})
	for k := range last {
		m.triangle(last[k], last[(k+1)%around], tip)
	}
}

// spots adds the pale tips of the feathers of breast and flanks: small triangles
// that lie on the faces of the body, apex forward.
func spots(m *mesh, side float64) {
	all := rings()
	for i := 3; i < 8; i++ {
		for k := 2; k < around/2; k++ {
			if i < 4 || i > 6 {
				spot(m, side, all[i:i+2], k, 0.5, scatter(i, k))
				continue
			}
			spot(m, side, all[i:i+2], k, 0.27, scatter(i, k))
			spot(m, side, all[i:i+2], k, 0.77, scatter(k, i)-0.5)
		}
	}
}

// spot adds a spot on the face between two rings, after point k, the shares
// along and across of the way over it.
func spot(m *mesh, side float64, r []ring, k int, along, across float64) {
	across = 0.5 + 0.5*(across-math.Floor(across)-0.5)
	front := lerp(onRing(k, r[0]), onRing(k+1, r[0]), across)
	behind := lerp(onRing(k, r[1]), onRing(k+1, r[1]), across)
	at := lerp(front, behind, along)
	forward := front.Sub(behind).Normalize()
	level := onRing(k+1, r[0]).Sub(onRing(k, r[0])).Normalize()
	out := level.Cross(forward).Mul(-1).Normalize()
	half := 0.058 * (r[0].half + r[1].half)
	at = at.Add(out.Mul(0.0005))
	add := func(p vec) int {
		return m.add(vertex{
			at: mirrored(p, side), normal: mirrored(out, side),
			colour: spotColour(k), bones: bodyBones(p[2]),
		})
	}
	a := add(at.Add(forward.Mul(1.6 * half)))
	b := add(at.Sub(forward.Mul(half)).Sub(level.Mul(half)))
	c := add(at.Sub(forward.Mul(half)).Add(level.Mul(half)))
	if side > 0 {
		b, c = c, b
	}
	m.triangle(a, b, c)
}

// scatter is a number in [0,1) that looks random.
func scatter(i, k int) float64 {
	v := float64(i)*0.618034 + float64(k)*0.754878
	return v - math.Floor(v)
}

// band joins two rings, the first in front.
func band(m *mesh, front, behind []int) {
	for k := range front {
		n := (k + 1) % len(front)
		m.quad(front[k], front[n], behind[n], behind[k])
	}
}

// onRing is point k of a ring, counted from the top by the left.
func onRing(k int, r ring) vec {
	a := 2 * math.Pi * float64(k) / around
	return vec{r.half * math.Sin(a), r.y + r.tall*math.Cos(a), r.z}
}

func onBody(i, k int, r ring) vertex {
	return vertex{at: onRing(k, r), colour: plumage(i, k, r), bones: bodyBones(r.z)}
}

// bill is a cone, a little hooked, with its own ring so that its colour ends
// sharply.
func bill(m *mesh, base ring) {
	tip := m.add(vertex{at: vec{0, base.y - 0.0035, base.z + 0.026}, colour: billTip, bones: bodyBones(base.z)})
	var here []int
	for k := range around {
		here = append(here, m.add(vertex{at: onRing(k, base), colour: billBase, bones: bodyBones(base.z)}))
	}
	for k := range here {
		m.triangle(tip, here[(k+1)%around], here[k])
	}
}

// eye is a small dome.
func eye(m *mesh, side float64) {
	const corners = 6
	centre := vec{0.0128, 0.0122, 0.0785}
	out := vec{0.93, 0.15, 0.34}.Normalize()
	up := vec{0, 1, 0}
	right := up.Cross(out).Normalize()
	up = out.Cross(right)
	bones := bodyBones(centre[2])
	top := m.add(vertex{at: mirrored(centre.Add(out.Mul(0.0016)), side), normal: mirrored(out, side), colour: pupil, bones: bones})
	var rim []int
	for k := range corners {
		a := 2 * math.Pi * float64(k) / corners
		d := right.Mul(math.Cos(a)).Add(up.Mul(math.Sin(a)))
		rim = append(rim, m.add(vertex{
			at:     mirrored(centre.Add(d.Mul(0.0030)), side),
			normal: mirrored(out.Add(d.Mul(1.5)).Normalize(), side),
			colour: eyeRim, bones: bones,
		}))
	}
	for k := range rim {
		a, b := rim[k], rim[(k+1)%corners]
		if side < 0 {
			a, b = b, a
		}
		m.triangle(top, a, b)
	}
}

// bodyBones shares a point of the body between head, trunk and tail.
func bodyBones(z float64) []pull {
	head := step(0.040, 0.068, z)
	rear := step(-0.050, -0.072, z)
	return []pull{{trunk, 1 - head - rear}, {headBone, head}, {tailBone, rear}}
}

// tail is a fan of feathers, both sides, its end a little notched.
func tail(m *mesh) {
	for _, up := range []bool{true, false} {
		tailSide(m, up)
	}
}

func tailSide(m *mesh, up bool) {
	const feathers = 6
	bones := []pull{{tailBone, 1}}
	shade, edge := tailUpper, tailEdge
	lift := 0.0006
	if !up {
		shade, edge, lift = tailLower, tailLowerEdge, -0.0006
	}
	point := func(j, reach float64, colour vec) int {
		u := 2*j/feathers - 1 // -1 right, 1 left
		a := 0.36 * u
		root := vec{0.0062 * u, 0.0062 - 0.0020*u*u, -0.060}
		at := root.Add(vec{math.Sin(a), 0, -math.Cos(a)}.Mul(reach))
		at[1] += lift - 0.0045*u*u*(reach/0.05)
		return m.add(vertex{at: at, colour: colour, bones: bones})
	}
	face := func(a, b, c int) {
		if !up {
			b, c = c, b
		}
		m.triangle(a, b, c)
	}
	var root, notch []int
	for j := range feathers + 1 {
		f := float64(j)
		root = append(root, point(f, 0, shade))
		notch = append(notch, point(f, 0.0475, shade))
	}
	for j := range feathers {
		f := float64(j) + 0.5
		outer := math.Abs(2*f/feathers - 1)
		tip := point(f, 0.0500+0.0030*outer, edge)
		face(root[j], root[j+1], notch[j+1])
		face(root[j], notch[j+1], notch[j])
		face(notch[j], notch[j+1], tip)
	}
}
