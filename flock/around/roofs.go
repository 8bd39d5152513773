package around

import (
	"fmt"
	"maps"
	"slices"

	"skein/flock/internal/solid"
	"skein/flock/param"
	"skein/flock/vec"
)

// SeatsOf returns the seats of the perch with the given index in Perches, along its points or on top of its
// obstacle. It returns no seats if the obstacle's file has not been read.
func (s *Surroundings) SeatsOf(perch int) []Seat {
	if s.seats != nil {
		return s.seats[perch]
	}
	sites := NewSolids(s.Obstacles, nil)
	return sites.seats(&s.Perches[perch])
}

// ComputeSeats computes the seats of all perches, unless s has them. sites holds the obstacles.
func (s *Surroundings) ComputeSeats(sites *Solids) {
	if s.seats != nil {
		return
	}
	for k := range s.Perches {
		s.seats = append(s.seats, sites.seats(&s.Perches[k]))
	}
}

// TakeSeats replaces the seats of s with those of source, which must have the same perches and obstacles. If
// source is nil, it removes the seats.
func (s *Surroundings) TakeSeats(source *Surroundings) {
	s.seats = nil
	if source != nil {
		s.seats = source.seats
	}
}

// Clone returns a copy of s that has its own cache of seats.
func (s *Solids) Clone() Solids {
	all := *s
	all.roofs = maps.Clone(s.roofs)
	return all
}

// WithNewSeats returns a copy of s with an empty cache of seats, which is filled from old where possible.
func (s *Solids) WithNewSeats(old *Solids) Solids {
	all := *s
	all.roofs, all.oldSeats = map[rooftop][]Seat{}, old.roofs
	return all
}

// HasOpenPerch reports whether there is an open perch for a species.
func (s *Surroundings) HasOpenPerch(species string) bool {
	return slices.ContainsFunc(s.Perches, func(p Perch) bool { return p.Open && (p.Species == "" || p.Species == species) })
}

// HasRoofPerch reports whether any perch is on top of an obstacle.
func (s *Surroundings) HasRoofPerch() bool {
	return slices.ContainsFunc(s.Perches, func(p Perch) bool { return p.Obstacle != "" })
}

func (s *Surroundings) checkTop(p *Perch) error {
	if p.Obstacle == "" {
		return nil
	}
	for k := range s.Obstacles {
		o := &s.Obstacles[k]
		if o.Name != p.Obstacle {
			continue
		}
		if o.Endless() {
			return fmt.Errorf("on = %q: birds cannot perch on an obstacle with shape = %q; give the places of the seats as points = [[x, y, z]] instead of \"on\"", p.Obstacle, o.Shape)
		}
		return nil
	}
	return fmt.Errorf("on = %.40q: there is no obstacle with this name", p.Obstacle)
}

// rooftop is the key of the cache of seats. It holds the properties of an obstacle that determine its seats,
// except its position.
type rooftop struct {
	obstacle Obstacle
	spacing  float32
}

// seats returns the seats of a perch. It omits seats on top of an obstacle that are inside other obstacles.
func (s *Solids) seats(p *Perch) (all []Seat) {
	if p.Obstacle == "" {
		return p.Seats()
	}
	under := slices.IndexFunc(s.obstacles, func(o Obstacle) bool { return o.Name == p.Obstacle })
	if under < 0 {
		return nil
	}
	for _, seat := range s.roof(s.obstacles[under], p.Spacing) {
		seat.At = seat.At.Add(s.obstacles[under].At)
		if !s.covered(&seat, under) {
			all = append(all, seat)
		}
	}
	return all
}

// covered reports whether a seat is inside an obstacle other than its own. own is the index of its own
// obstacle.
func (s *Solids) covered(seat *Seat, own int) bool {
	for k := range s.Bodies {
		if k != own && firstBuried([]Seat{*seat}, &s.Bodies[k]) == 0 {
			return true
		}
	}
	return false
}

// roof returns the seats on an obstacle as if it stood at the origin. They are cached while an obstacle of
// this shape and size exists.
func (s *Solids) roof(o Obstacle, spacing float32) []Seat {
	o.Name, o.File, o.At = "", "", vec.Vec{}
	key := rooftop{o, spacing}
	all, known := s.roofs[key]
	if !known {
		if all, known = s.oldSeats[key]; !known {
			all = key.seats()
		}
		s.roofs[key] = all
	}
	return all
}

// mostRays is the largest number of places that are examined on the top of an obstacle.
const mostRays = 40_000

func tooMany(columns, rows int) bool { return int64(columns)*int64(rows) > mostRays }

// minLevelNormal is the smallest vertical component of a unit normal on which birds can sit.
const minLevelNormal = 0.9

// seats returns the seats along the edge of a flat top, or all over any other top. It returns nil if this
// needs more than mostRays places.
func (r *rooftop) seats() []Seat {
	p := r.obstacle.placement()
	if edge := r.obstacle.shape().edgeSeats; edge != nil {
		if all := edge(r, &p); all != nil {
			return all
		}
	}
	one := Solids{reliefs: map[ground]*solid.Relief{}}
	body, ok := one.body(&r.obstacle, nil)
	if columns, rows := r.grid(&body); ok && !tooMany(columns, rows) {
		return r.gridSeats(&body, columns, rows)
	}
	return nil
}

// inset is the distance of birds from the edge of a roof, m.
const inset = 0.03

func (r *rooftop) onBox(p *placement) []Seat {
	halfSize := r.obstacle.Size.Scale(0.5).Floats()
	for axis := range 3 {
		n := [3]float32{}
		n[axis] = 1
		up := p.direction(vec.Vec{X: n[0], Y: n[1], Z: n[2]})
		if max(up.Y, -up.Y) < minLevelNormal {
			continue
		}
		n[axis] = halfSize[axis]
		if up.Y < 0 {
			n[axis] = -halfSize[axis]
		}
		u, v := (axis+1)%3, (axis+2)%3
		corner := func(a, b float32) vec.Vec {
			pos := n
			pos[u], pos[v] = a, b
			return p.point(vec.Vec{X: pos[0], Y: pos[1], Z: pos[2]})
		}
		a, b := max(halfSize[u]-inset, halfSize[u]/2), max(halfSize[v]-inset, halfSize[v]/2)
		switch {
		case 2*b < r.spacing && 2*a < r.spacing:
			return []Seat{{At: corner(0, 0)}}
		case 2*b < r.spacing:
			return r.seatsAlong(corner(-a, 0), corner(a, 0))
		case 2*a < r.spacing:
			return r.seatsAlong(corner(0, -b), corner(0, b))
		}
		return r.seatsAlong(corner(-a, -b), corner(a, -b), corner(a, b), corner(-a, b), corner(-a, -b))
	}
	return nil
}

func (r *rooftop) onCylinder(p *placement) []Seat {
	up := p.direction(vec.Vec{Y: 1})
	if max(up.Y, -up.Y) < minLevelNormal {
		return nil
	}
	y := float32(0)
	if up.Y > 0 {
		y = r.obstacle.Height
	}
	radius := max(r.obstacle.Radius-inset, r.obstacle.Radius/2)
	if 2*radius < r.spacing {
		return []Seat{{At: p.point(vec.Vec{Y: y})}}
	}
	var rim []vec.Vec
	for _, n := range circle() {
		rim = append(rim, p.point(n.Scale(radius).Add(vec.Vec{Y: y})))
	}
	return r.seatsAlong(rim...)
}

func (r *rooftop) seatsAlong(points ...vec.Vec) []Seat {
	line := Perch{Points: points, Spacing: r.spacing}
	return line.seatsAlong(line.room())
}

func (r *rooftop) grid(b *solid.Body) (columns, rows int) {
	low, high := b.Bounds()
	fit := func(length float32) int { return max(1, int(min(length/r.spacing, 1e6))) }
	return fit(high.X - low.X), fit(high.Z - low.Z)
}

// gridSeats examines a grid of places on the upper half of a body. It returns those that are level and open
// to the sky or, if no place is level, the highest ones.
func (r *rooftop) gridSeats(b *solid.Body, columns, rows int) []Seat {
	low, high := b.Bounds()
	var flat, steep []Seat
	top := low.Y
	for row := range rows {
		for k := range columns {
			if row%2 == 1 {
				k = columns - 1 - k // every second row runs backwards
			}
			pos, up, ok := drop(b, solid.Vec{
				X: low.X + float32((high.X-low.X)*(float32(k)+0.5)/float32(columns)), Y: high.Y + 1,
				Z: low.Z + float32((high.Z-low.Z)*(float32(row)+0.5)/float32(rows)),
			}, high.Y-low.Y+2)
			if !ok || pos.Y < low.Y+float32((high.Y-low.Y)/2) {
				continue
			}
			top = max(top, pos.Y)
			if steep = append(steep, Seat{At: pos}); up >= minLevelNormal {
				flat = append(flat, Seat{At: pos})
			}
		}
	}
	if flat == nil {
		flat = slices.DeleteFunc(steep, func(s Seat) bool { return s.At.Y < top-float32(r.spacing/4) })
	}
	for k := 1; k < len(flat); k++ {
		flat[k].Distance = flat[k-1].Distance + flat[k].At.Sub(flat[k-1].At).Length()
	}
	return flat
}

// drop casts a vertical ray of length far down to a body. It returns the point that the ray hits, and the
// vertical component of the unit normal there. ok is false if the ray misses the body or passes close to a
// steep side.
func drop(b *solid.Body, from solid.Vec, far float32) (pos vec.Vec, up float32, ok bool) {
	const over, slack = 0.05, 0.01 // m; the ray ends above the surface, where the normal is defined
	s, met := b.Meet(from, solid.Vec{Y: -1}, far, over, slack)
	if !met {
		return pos, 0, false
	}
	from.Y -= s
	d, n := b.Nearest(from)
	if d > over+2*slack || d < over/2 {
		return pos, 0, false // passed close to a steep side
	}
	return vec.Vec(from).Sub(vec.Vec(n).Scale(d)), n.Y, true
}

// CheckSeats returns an error for each perch that is inside an obstacle, has no seat, or has too many
// seats.
func (s *Surroundings) CheckSeats(all *Solids) error {
	var wrong []error
	total := 0
	for k := range s.Perches {
		seats := all.seats(&s.Perches[k])
		total += len(seats)
		key, err := s.Perches[k].checkSeats(seats, all)
		if err == nil && total > MaxTotalSeats {
			key, err = "spacing", fmt.Errorf("the perches have %d seats in total: at most %d are allowed; use a wider spacing or fewer perches", total, MaxTotalSeats)
		}
		if err != nil {
			wrong = append(wrong, s.fault("perch", k, key, err))
		}
	}
	return param.Join(wrong)
}

// checkSeats returns an error if the seats are invalid, together with the key that has the wrong value.
func (p *Perch) checkSeats(seats []Seat, all *Solids) (key string, err error) {
	if p.Obstacle != "" {
		under := slices.IndexFunc(all.obstacles, func(o Obstacle) bool { return o.Name == p.Obstacle })
		if under < 0 {
			return "", nil // the model's file has not been read
		}
		r := rooftop{all.obstacles[under], p.Spacing}
		if columns, rows := r.grid(&all.Bodies[under]); tooMany(columns, rows) && len(seats) == 0 || len(seats) > MaxSeats {
			return "spacing", fmt.Errorf("spacing is %s: must be larger, because the obstacle %s has room for more than %d seats", param.WithUnit(float64(p.Spacing), "m"), p.Obstacle, MaxSeats)
		}
		if len(seats) == 0 {
			return "on", fmt.Errorf("on = %q: there is no free seat on top of it", p.Obstacle)
		}
		return "", nil
	}
	for j := range all.Bodies {
		if n := firstBuried(seats, &all.Bodies[j]); n >= 0 {
			pos := seats[n].At
			return "points", fmt.Errorf("seat %d at [%.4g, %.4g, %.4g] is inside the obstacle %s; move it outside, or set on = %q for seats on its top",
				n+1, pos.X, pos.Y, pos.Z, all.obstacles[j].Name, all.obstacles[j].Name)
		}
	}
	return "", nil
}

func firstBuried(seats []Seat, body *solid.Body) int {
	const lift = 0.02 // height above the seat, m, because a seat lies on a surface
	for n, seat := range seats {
		pos := solid.Vec(seat.At.Add(vec.Vec{Y: lift}))
		if body.Overlaps(pos, pos) && body.Contains(pos, 0) {
			return n
		}
	}
	return -1
}
