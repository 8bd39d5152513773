package around

import (
	"math"

	"skein/flock/vec"
)

// Seat is a place on a [Perch] where one bird can sit.
type Seat struct {
	At       vec.Vec // position of the bird's feet, m
	Line     vec.Vec // direction of the perch at the seat, a level unit vector; zero for a single point
	Distance float32 // distance from the beginning of the line, or from the middle of the patch, m
}

// MaxSeats is the largest number of seats of a perch.
const MaxSeats = 10_000

// wirePieces is the number of straight pieces used to measure a line between two points.
const wirePieces = 64

// Seats returns the seats of the perch. A single point has one seat. A patch or a line has as many evenly
// distributed seats as the spacing allows. Between two points, a line sags as a parabola. For a perch on
// top of an obstacle, see [Surroundings.SeatsOf].
func (p *Perch) Seats() (all []Seat) {
	switch len(p.Points) {
	case 0:
		return nil
	case 1:
		return p.seatsWithin(p.count())
	}
	return p.seatsAlong(p.count())
}

// seatsWithin returns n seats evenly distributed over the patch, like the seeds of a sunflower (H. Vogel, "A
// better way to construct the sunflower head", 1979). If n is 1, the seat is in the middle.
func (p *Perch) seatsWithin(n int) (all []Seat) {
	const goldenAngle = 0x61c88647 // in turns, times 2³²
	for k := range n {
		out := float32(0)
		if n > 1 {
			out = p.Radius * vec.Sqrt((float32(k)+0.5)/float32(n))
		}
		turn := float32(uint32(k)*goldenAngle>>8) / (1 << 24)
		all = append(all, Seat{At: p.Points[0].Add(vec.Compass(360 * turn).Scale(out)), Distance: out})
	}
	return all
}

func (p *Perch) seatsAlong(n int) (all []Seat) {
	length := p.length()
	before, next := 0.0, 0
	for k := 1; k < len(p.Points); k++ {
		line := p.Points[k].Sub(p.Points[k-1]).Flat().Unit()
		for j := range wirePieces {
			a, b := p.wire(k, float32(j)/wirePieces), p.wire(k, float32(j+1)/wirePieces)
			piece := distance(a, b)
			for ; next < n; next++ {
				at := float64(length*(float64(next)+0.5)) / float64(n)
				if at > before+piece && !(k == len(p.Points)-1 && j == wirePieces-1) {
					break
				}
				share := 0.0
				if piece > 0 {
					share = math.Min((at-before)/piece, 1)
				}
				all = append(all, Seat{a.Add(b.Sub(a).Scale(float32(share))), line, float32(at)})
			}
			before += piece
		}
	}
	return all
}

// count returns the number of seats, at most MaxSeats. A perch without points has none.
func (p *Perch) count() int {
	if len(p.Points) == 0 {
		return 0
	}
	return min(p.room(), MaxSeats)
}

// room returns the number of seats that fit at the spacing. It is at least one, and may exceed MaxSeats.
func (p *Perch) room() int {
	fit := p.length() / float64(p.Spacing)
	if len(p.Points) == 1 {
		across := float64(p.Radius) / float64(p.Spacing)
		fit = math.Pi * float64(across*across)
	}
	return max(1, int(min(fit, 1e6)))
}

// leastSpacing returns the smallest spacing that gives at most MaxSeats seats, in m, rounded up to
// centimetres.
func (p *Perch) leastSpacing() float64 {
	least := p.length() / MaxSeats
	if len(p.Points) == 1 {
		least = math.Sqrt(math.Pi/MaxSeats) * float64(p.Radius)
	}
	return math.Ceil(100*least) / 100
}

// Line returns the line of the perch, as short straight pieces along the parabolas between the points. For a
// single point, it returns that point.
func (p *Perch) Line() (all []vec.Vec) {
	const pieces = 24
	all = append(all, p.Points[:min(len(p.Points), 1)]...)
	for k := 1; k < len(p.Points); k++ {
		for j := 1; j < pieces; j++ {
			all = append(all, p.wire(k, float32(j)/pieces))
		}
		all = append(all, p.Points[k])
	}
	return all
}

// wire returns a point of the line between the points k-1 and k. share is the fraction of the way, from 0 to
// 1.
func (p *Perch) wire(k int, share float32) vec.Vec {
	a, b := p.Points[k-1], p.Points[k]
	pos := a.Add(b.Sub(a).Scale(share))
	pos.Y -= float32(4 * p.Sag * float32(share*(1-share)))
	return pos
}

func (p *Perch) length() (sum float64) {
	for k := 1; k < len(p.Points); k++ {
		for j := range wirePieces {
			sum += distance(p.wire(k, float32(j)/wirePieces), p.wire(k, float32(j+1)/wirePieces))
		}
	}
	return sum
}
