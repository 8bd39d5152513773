package field

import (
	"cmp"
	"math"
	"slices"

	"skein/flock/vec"
)

// A bird is approximated by a disc with the area of its silhouette, which is 0.025 m² for a starling with a
// wingspan of 0.4 m. The flock is seen from four sides, by distant observers on the ground who look 30°
// upwards.
const (
	silhouette  = 0.45 // diameter of the disc in wingspans
	elevation   = math.Pi / 6
	sides       = 4
	linesAcross = 3 // lines across the radius of a disc
)

var areaKeys = [sides]string{"area0", "area1", "area2", "area3"}

// look measures the area of the outline from the ground, the ratio of this area to that of its convex hull,
// and the fraction of the outline that is dark (Pearce et al. 2014). The outline is the closing of the birds
// in the plane of the view or, for a few birds, their convex hull.
func (c *cloud) look(f figures) {
	dark, solid, least := 0.0, 0.0, math.Inf(1)
	for side, key := range areaKeys {
		projected := c.project(side)
		hull := hullArea(projected)
		area := hull
		if len(c.pos) >= fewestBent {
			outline := closing(projected, c.radius, pixelsPerRadius, true)
			if outline == nil {
				return
			}
			area = min(hull, outline.volume())
		}
		f[key] = area
		dark += min(1, coveredArea(projected, silhouette*c.wingspan/2)/area) / sides
		solid, least = solid+area/hull/sides, min(least, area/hull)
	}
	f["opacity"] = dark
	if len(c.pos) >= fewestBent {
		f["solidity"], f["solidity_least"] = solid, least
	}
}

func (c *cloud) project(side int) []vec.Vec64 {
	turn := math.Pi * float64(side) / sides
	right := vec.Vec64{math.Cos(turn), 0, math.Sin(turn)}
	up := vec.Vec64{math.Sin(turn) * math.Sin(elevation), math.Cos(elevation), -math.Cos(turn) * math.Sin(elevation)}
	projected := make([]vec.Vec64, len(c.pos))
	for i, p := range c.pos {
		projected[i] = vec.Vec64{p.Dot(right), p.Dot(up)}
	}
	return projected
}

type stroke struct {
	line     int32
	from, to float32
}

// coveredArea returns the area of the union of discs. It adds up the lengths that the discs cover on parallel
// lines.
func coveredArea(positions []vec.Vec64, radius float64) (area float64) {
	apart := radius / linesAcross
	strokes := make([]stroke, 0, 2*linesAcross*len(positions))
	for _, p := range positions {
		y := p[1] / apart
		for line := math.Ceil(y - linesAcross); line < y+linesAcross; line++ {
			halfWidth := apart * math.Sqrt(max(0, linesAcross*linesAcross-(line-y)*(line-y)))
			strokes = append(strokes, stroke{int32(line), float32(p[0] - halfWidth), float32(p[0] + halfWidth)})
		}
	}
	slices.SortFunc(strokes, func(a, b stroke) int {
		if a.line != b.line {
			return int(a.line - b.line)
		}
		return cmp.Compare(a.from, b.from)
	})
	for k := 0; k < len(strokes); {
		line, end := strokes[k].line, float32(math.Inf(-1))
		for ; k < len(strokes) && strokes[k].line == line; k++ {
			s := strokes[k]
			if s.to > end {
				area += float64(s.to - max(s.from, end))
				end = s.to
			}
		}
	}
	return area * apart
}

func hullArea(positions []vec.Vec64) (area float64) {
	corners := planeHull(positions)
	for k, a := range corners {
		b := corners[(k+1)%len(corners)]
		area += (a[0]*b[1] - b[0]*a[1]) / 2
	}
	return area
}

// planeHull returns the corners of the convex hull in a plane, counter-clockwise, by Andrew's monotone chain.
func planeHull(positions []vec.Vec64) (corners []vec.Vec64) {
	sorted := slices.Clone(positions)
	slices.SortFunc(sorted, func(a, b vec.Vec64) int { return slices.Compare(a[:2], b[:2]) })
	turn := func(o, a, b vec.Vec64) float64 {
		return (a[0]-o[0])*(b[1]-o[1]) - (a[1]-o[1])*(b[0]-o[0])
	}
	for range 2 {
		var chain []vec.Vec64
		for _, p := range sorted {
			for len(chain) > 1 && turn(chain[len(chain)-2], chain[len(chain)-1], p) <= 0 {
				chain = chain[:len(chain)-1]
			}
			chain = append(chain, p)
		}
		corners = append(corners, chain[:len(chain)-1]...) // the last point is the first of the other chain
		slices.Reverse(sorted)
	}
	return corners
}

// oblongAngle returns the angle, from 0 to π/2, between a direction and the long side of the smallest
// rectangle that encloses points in a plane. A side of this rectangle lies on an edge of the hull. ok is
// false for points on a line.
func oblongAngle(positions []vec.Vec64, direction vec.Vec64) (angle float64, ok bool) {
	corners, least := planeHull(positions), math.Inf(1)
	for k, a := range corners {
		side := corners[(k+1)%len(corners)].Sub(a).Unit()
		across := vec.Vec64{-side[1], side[0]}
		var from, to [2]float64
		for n, c := range corners {
			for axis, along := range [2]float64{c.Dot(side), c.Dot(across)} {
				if n == 0 || along < from[axis] {
					from[axis] = along
				}
				if n == 0 || along > to[axis] {
					to[axis] = along
				}
			}
		}
		length, width := to[0]-from[0], to[1]-from[1]
		if area := length * width; area > 0 && area < least {
			longest := side
			if width > length {
				longest = across
			}
			least, ok = area, true
			angle = math.Acos(min(1, math.Abs(longest.Dot(direction))))
		}
	}
	return angle, ok
}
