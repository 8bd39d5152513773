package snapshots

import "math"

// Measure describes a quantity of a flock at one instant. Each measure is defined only once, and is used by
// event conditions, statistics, plots and the scorecard. Conditions can use the measures of this package;
// package metrics lists all.
//
// Velocities are over the ground, as cameras and GPS measure them for real birds. A measure of how birds fly
// counts only flying birds; see [Snapshot.Flies].
type Measure struct {
	Key        string // key in scenarios and JSON, which never changes
	Name       string // name in the window and in tables
	Unit       string // unit, such as "m/s"; empty for a pure number
	Definition string // exact definition
	Source     string // publication that measured real flocks in this way; may be empty

	// Of returns the measure of a flock. ok is false if the measure is undefined. The result has the same
	// bits on every machine.
	Of func(s *Snapshot) (value float64, ok bool)

	// Central is whether conditions on the measure need the flock's centre, which does not exist in a world
	// that wraps around.
	Central bool
}

// Measures returns the measures that conditions can use. (A condition can also use the distance to an
// object.)
func Measures() []Measure {
	all := measures()
	return all[:]
}

// MeasureByKey returns the measure of this package with the given key. ok is false if there is no such
// measure.
func MeasureByKey(key string) (m Measure, ok bool) {
	for _, m := range measures() {
		if m.Key == key {
			return m, true
		}
	}
	return m, false
}

func measures() [7]Measure {
	return [...]Measure{
		{"polarization", "polarization", "", "magnitude of the mean unit velocity of the flying birds, |Σ v̂|/N. Undefined if no birds are flying",
			"Ballerini 2008a, Cavagna 2010", Polarization, false},
		{"speed", "speed", "m/s", "mean of |v| over the flying birds. Undefined if no birds are flying",
			"Ballerini 2008a", MeanSpeed, false},
		{"height", "height", "m", "mean height of all birds above the origin", "", meanHeight, true},
		{"spread", "distance from the centre", "m", "root mean square of all birds' distances from their centre", "", Spread, true},
		{"leading", "leading share", "", "share of the birds that lead", "", leadingShare, false},
		{"rotation", "rotation", "", "|Σ ĉ × v̂|/N over the flying birds. ĉ is the unit vector from their centre to a bird. It is 1 for a mill, and near 0 for a swarm and for straight flight. Undefined if no birds are flying",
			"Couzin 2002, Tunstrøm 2013", Rotation, false},
		{"angular_momentum", "angular momentum", "m²/s", "magnitude of the flying birds' mean angular momentum per unit mass, about their centre c: |Σ (p - c) × v|/N. Undefined if no birds are flying",
			"", AngularMomentum, false},
	}
}

// Flies reports whether a bird moves and does not perch. Only these birds have a course, so means of speeds
// and headings are taken over them.
func (s *Snapshot) Flies(i int) bool {
	return (len(s.Flags) == 0 || s.Flags[i]&Perched == 0) && s.Vel[i] != [3]float32{}
}

// MeanHeading averages the directions in which birds fly. Its zero value is ready to use.
type MeanHeading struct {
	sum   [3]float64
	birds int
}

// Add adds a bird's velocity over the ground. It ignores a velocity of length zero.
func (m *MeanHeading) Add(v [3]float64) {
	speed := math.Sqrt(squared(v))
	if speed == 0 {
		return
	}
	for k := range v {
		m.sum[k] += v[k] / speed
	}
	m.birds++
}

// Mean returns the mean of the birds' unit velocities, or zero if there are none.
func (m *MeanHeading) Mean() (mean [3]float64) {
	for k := range mean {
		mean[k] = m.sum[k] / float64(max(1, m.birds))
	}
	return mean
}

// Polarization returns the magnitude of the mean unit velocity. It is 1 if all birds fly in the same
// direction, and near 0 if their directions are random. ok is false if there are no birds.
//
// This is the order parameter of Ballerini et al. 2008 and Cavagna et al. 2010. They reconstructed
// trajectories with cameras on the ground, and saw no perched birds. Therefore velocities are relative to the
// ground here, and only flying birds are included.
func (m *MeanHeading) Polarization() (value float64, ok bool) {
	return math.Sqrt(squared(m.Mean())), m.birds > 0
}

// Polarization returns the polarization of the flying birds; see [MeanHeading.Polarization].
func Polarization(s *Snapshot) (value float64, ok bool) {
	var m MeanHeading
	for i, v := range s.Vel {
		if s.Flies(i) {
			m.Add(toFloat64(v))
		}
	}
	return m.Polarization()
}

// MeanSpeed returns the mean speed of the flying birds, in m/s.
func MeanSpeed(s *Snapshot) (value float64, ok bool) {
	sum, birds := 0.0, 0
	for i, v := range s.Vel {
		if s.Flies(i) {
			sum, birds = sum+math.Sqrt(squared(toFloat64(v))), birds+1
		}
	}
	return sum / float64(max(1, birds)), birds > 0
}

// Centre returns the mean position of all birds, in m. ok is false if there are no birds.
func Centre(s *Snapshot) (centre [3]float64, ok bool) {
	for _, p := range s.Pos {
		for k, x := range p {
			centre[k] += float64(x)
		}
	}
	for k := range centre {
		centre[k] /= float64(max(1, s.Len()))
	}
	return centre, s.Len() > 0
}

func meanHeight(s *Snapshot) (value float64, ok bool) {
	centre, ok := Centre(s)
	return centre[1], ok
}

// Spread returns the root mean square distance of all birds from their centre, in m.
func Spread(s *Snapshot) (value float64, ok bool) {
	centre, ok := Centre(s)
	sum := 0.0
	for _, p := range s.Pos {
		sum += squared(apart(toFloat64(p), centre))
	}
	return math.Sqrt(sum / float64(max(1, s.Len()))), ok
}

// Leaders returns the number of leaders.
func Leaders(s *Snapshot) (n int) {
	for _, f := range s.Flags {
		if f&Leading != 0 {
			n++
		}
	}
	return n
}

func leadingShare(s *Snapshot) (value float64, ok bool) {
	return float64(Leaders(s)) / float64(max(1, s.Len())), s.Len() > 0
}

func toFloat64(v [3]float32) [3]float64 {
	return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])}
}

func apart(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func squared(v [3]float64) float64 {
	return float64(v[0]*v[0]) + float64(v[1]*v[1]) + float64(v[2]*v[2])
}

// Rotation returns the rotation order parameter of the flying birds, a pure number. It is the magnitude of
// the mean of ĉ × v̂, where ĉ is the unit vector from the birds' centre to a bird, and v̂ is the bird's unit
// velocity. It is 1 in a mill, where all birds circle around one axis through the centre. It is near 0 in a
// disordered swarm and in a flock that flies straight. A bird at the centre counts as 0. Rotation is
// undefined if no bird flies.
//
// It is m_group of I. D. Couzin, J. Krause, R. James, G. D. Ruxton and N. R. Franks, "Collective memory and
// spatial sorting in animal groups", Journal of Theoretical Biology 218, 1-11 (2002), and O_r of K. Tunstrøm
// and others, "Collective states, multistability and transitional behavior in schooling fish", PLoS
// Computational Biology 9, e1002915 (2013).
func Rotation(s *Snapshot) (value float64, ok bool) {
	return s.turning(func(out, v [3]float64) [3]float64 { return cross(unit(out), unit(v)) })
}

// AngularMomentum returns the magnitude of the flying birds' mean angular momentum per unit mass, about their
// centre: |Σ (p - c) × v|/N, in m²/s. It does not depend on the velocity of the centre. It is undefined if no
// bird flies.
func AngularMomentum(s *Snapshot) (value float64, ok bool) { return s.turning(cross) }

// turning returns the magnitude of the mean of a vector over the flying birds. The function of computes this
// vector from a bird's displacement from the flock's centre, m, and its velocity, m/s.
func (s *Snapshot) turning(of func(out, v [3]float64) [3]float64) (value float64, ok bool) {
	var centre, sum [3]float64
	birds := 0
	for i := range s.Vel {
		if s.Flies(i) {
			for k, x := range s.Pos[i] {
				centre[k] += float64(x)
			}
			birds++
		}
	}
	n := float64(max(1, birds))
	for k := range centre {
		centre[k] /= n
	}
	for i, v := range s.Vel {
		if s.Flies(i) {
			for k, x := range of(apart(toFloat64(s.Pos[i]), centre), toFloat64(v)) {
				sum[k] += x
			}
		}
	}
	return math.Sqrt(squared(sum)) / n, birds > 0
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{
		float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[0]*b[1]) - float64(a[1]*b[0]),
	}
}

func unit(v [3]float64) [3]float64 {
	length := math.Sqrt(squared(v))
	if length == 0 {
		return v
	}
	return [3]float64{v[0] / length, v[1] / length, v[2] / length}
}
