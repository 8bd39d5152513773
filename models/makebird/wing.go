package main

// station is a line across the wing, from the leading edge to the gap between
// two feathers.
type station struct {
	front vec // on the leading edge
	bones [4]float64
}

// The bones a station may hang on are trunk, arm, forearm and hand.

// stations run from the shoulder to the last feather.
func stations() []station {
	return []station{
		{vec{0.010, 0.010, 0.0400}, [4]float64{0.8, 0.2, 0, 0}},
		{vec{0.032, 0.012, 0.0370}, [4]float64{0, 1, 0, 0}},
		{vec{0.050, 0.012, 0.0360}, [4]float64{0, 0.7, 0.3, 0}},
		{vec{0.068, 0.012, 0.0370}, [4]float64{0, 0.3, 0.7, 0}},
		{vec{0.086, 0.012, 0.0395}, [4]float64{0, 0, 1, 0}},
		{vec{0.103, 0.012, 0.0400}, [4]float64{0, 0, 0.5, 0.5}},
		{vec{0.122, 0.012, 0.0355}, [4]float64{0, 0, 0, 1}},
		{vec{0.141, 0.012, 0.0290}, [4]float64{0, 0, 0, 1}},
		{vec{0.159, 0.012, 0.0210}, [4]float64{0, 0, 0, 1}},
		{vec{0.176, 0.012, 0.0120}, [4]float64{0, 0, 0, 1}},
		{vec{0.191, 0.012, 0.0025}, [4]float64{0, 0, 0, 1}},
	}
}

// tips are the ends of the feathers between the stations, the last being the
// tip of the wing.
func tips() []vec {
	return []vec{
		{0.024, 0.009, -0.0405}, {0.043, 0.008, -0.043}, {0.062, 0.007, -0.0445},
		{0.081, 0.007, -0.0455}, {0.099, 0.007, -0.0460}, {0.119, 0.008, -0.0450},
		{0.140, 0.009, -0.0405}, {0.160, 0.010, -0.0335}, {0.179, 0.011, -0.0255},
		{0.195, 0.011, -0.0175}, {0.207, 0.012, -0.0100},
	}
}

// wing adds both faces of a wing.
func wing(m *mesh, side float64) {
	for _, up := range []bool{true, false} {
		wingFace(m, side, up)
	}
}

// rows are the vertices of one face of a wing, station by station.
type rows struct {
	front, middle, gap []int
	tip                []int // between stations i and i+1
}

func wingFace(m *mesh, side float64, up bool) {
	r := wingRows(m, side, up)
	face := func(a, b, c int) {
		if up != (side > 0) {
			b, c = c, b
		}
		m.triangle(a, b, c)
	}
	end := len(r.front) - 1
	for i := range end {
		face(r.front[i], r.front[i+1], r.middle[i+1])
		face(r.front[i], r.middle[i+1], r.middle[i])
		face(r.middle[i], r.middle[i+1], r.gap[i+1])
		face(r.middle[i], r.gap[i+1], r.gap[i])
		face(r.gap[i], r.gap[i+1], r.tip[i])
	}
	face(r.front[end], r.tip[end], r.middle[end])
	face(r.middle[end], r.tip[end], r.gap[end])
}

func wingRows(m *mesh, side float64, up bool) rows {
	all, ends := stations(), tips()
	var r rows
	for i, s := range all {
		gap := gapAt(i, s, ends)
		middle := lerp(s.front, gap, 0.36)
		thick := 0.0050 * (1 - 0.75*float64(i)/float64(len(all)))
		if up {
			middle[1] += thick
		} else {
			middle[1] -= 0.15 * thick
			gap[1] -= 0.0007
		}
		bones := s.pulls(side)
		add := func(p vec, row int) int {
			return m.add(vertex{at: mirrored(p, side), colour: wingColour(i, row, up), bones: bones})
		}
		r.front = append(r.front, add(s.front, 0))
		r.middle = append(r.middle, add(middle, 1))
		r.gap = append(r.gap, add(gap, 2))
		next := all[min(i+1, len(all)-1)]
		r.tip = append(r.tip, m.add(vertex{
			at: mirrored(ends[i], side), colour: wingColour(i, 3, up), bones: between(s, next).pulls(side),
		}))
	}
	return r
}

// gapAt is where two feathers part, deeper towards the tip of the wing.
func gapAt(i int, s station, ends []vec) vec {
	if i == 0 {
		return vec{0.008, 0.008, -0.034}
	}
	depth := 0.025 + 0.25*step(5, 10, float64(i))
	return lerp(lerp(ends[i-1], ends[i], 0.5), s.front, depth)
}

func between(a, b station) station {
	for k := range a.bones {
		a.bones[k] = (a.bones[k] + b.bones[k]) / 2
	}
	return a
}

func (s station) pulls(side float64) []pull {
	first := leftArm
	if side < 0 {
		first = rightArm
	}
	return []pull{{trunk, s.bones[0]}, {first, s.bones[1]}, {first + 1, s.bones[2]}, {first + 2, s.bones[3]}}
}
