package sight

import (
	"skein/flock/around"
	"skein/flock/internal/near"
	"skein/flock/internal/stages"
	"skein/flock/internal/torus"
	"skein/flock/vec"
	"skein/flock/view"
)

// Settings say what the boids of a flock see, and in what world. [NewSettings] computes the values that
// depend on others.
type Settings struct {
	view.View  // the torus has the side of a world that wraps around; View.Side is not used
	Salience   float32
	Separation Separation
	Wraps      bool
	Torus      torus.Torus // used only if Wraps
	Plane      bool        // whether boids stay at their height
	Leads      bool        // whether boids may lead

	Vision2     float32 // square of Vision, m²
	LeastVision float32 // smallest vision radius of a boid, m; Vision is the largest
	Protected2  float32 // square of the distance within which boids separate, if Separates, m²
	Separates   bool    // whether the separation needs the boids within Protected2 one by one
	ViewCosine  float32 // cosine of half the field of view
	Simple      bool    // whether the neighbourhood is the vision sphere, in all directions
	Whole       bool    // whether the neighbourhood is all other boids, so that sums over the flock suffice
	SumLimit    int     // smallest number of boids whose sums may not fit a word of near.Kin

	salience2, lonely2          float32
	separation2, overSeparation float32
	plainSum                    bool    // whether the separation is the sum over all neighbours
	leaderRange2                float32 // squared distance beyond which a leader is no boid's neighbour, m²
	heedRange2                  float32 // leaderRange2 for boids that see all their neighbours
	usesLists                   bool
	searchesTogether            bool
}

// Separation defines the sum of the vectors away from the neighbours, each weighted by the falloff at the
// neighbour's distance.
type Separation struct {
	All     bool    // whether the sum is over all neighbours
	Radius  float32 // if All is false, radius within which neighbours count, m
	Falloff near.Falloff
}

// Far2 is a squared distance larger than that between any two boids, m².
const Far2 = near.Everywhere2

// NewSettings completes settings whose first group of fields is set.
func NewSettings(s Settings) Settings {
	s.Vision2, s.LeastVision = float32(s.Vision*s.Vision), s.Vision
	s.salience2 = float32(s.SalienceRange * s.SalienceRange)
	s.lonely2 = float32(s.LonelyRange * s.LonelyRange)
	s.separate()
	s.reachLeaders()
	_, cosine := vec.SinCos(float64(s.FieldOfView) * (vec.Pi / 360))
	s.ViewCosine = float32(cosine)
	s.Simple = s.Neighbourhood == view.Sphere && s.FieldOfView >= 360
	s.usesLists = s.listable()
	s.Whole = s.Neighbourhood == view.Everyone && s.FieldOfView >= 360 && !s.Wraps &&
		s.LonelyCount == 0 && !s.Separates && !s.Leads
	s.SumLimit = s.sumLimitOf()
	return s
}

// LimitToSphere limits perception to the vision sphere, all around. The eccentricity needs no more if no
// rule uses the neighbourhood.
func (s *Settings) LimitToSphere() {
	s.Neighbourhood, s.LonelyCount = view.Sphere, 0
	s.Simple, s.usesLists, s.Whole = true, true, false
	s.reachLeaders()
	s.SumLimit = s.sumLimitOf()
}

// Widen prepares for boids whose vision radius is between least and most, m.
func (s *Settings) Widen(least, most float32) {
	s.Vision, s.Vision2, s.LeastVision = most, float32(most*most), least
	s.Simple, s.usesLists = false, false
	s.reachLeaders()
}

// LeastViewCosine returns the cosine of half the field of view, or -2 if boids see all around.
func (s *Settings) LeastViewCosine() float32 {
	if s.FieldOfView >= 360 {
		return -2
	}
	return s.ViewCosine
}

func (s *Settings) separate() {
	radius := s.Separation.Radius
	s.separation2 = float32(radius * radius)
	if s.Separation.All {
		radius, s.separation2 = s.Vision, Far2
	}
	s.overSeparation = 1 / radius
	s.plainSum = s.Separation.All && s.Separation.Falloff == near.Whole
	s.Separates = s.Separation != (Separation{}) && !s.plainSum
	if s.Separates {
		s.Protected2 = s.separation2
	}
}

func (s *Settings) reachLeaders() {
	s.heedRange2 = max(s.Vision2, s.salience2)
	s.leaderRange2 = s.heedRange2
	if s.unlimited() {
		s.leaderRange2 = Far2
	}
}

func (s *Settings) unlimited() bool {
	switch s.Neighbourhood {
	case view.NearestN, view.RadiusAndNearest, view.RadiusPlusNearest, view.Everyone:
		return true
	}
	return false
}

// GreatestReach returns how far a boid looks, m, and the key of the parameter that determines it. It ignores
// neighbourhoods without a limit of distance.
func (s *Settings) GreatestReach() (reach float32, key string) {
	reach, key = s.Vision, "vision"
	if s.Leads && s.SalienceRange > reach {
		reach, key = s.SalienceRange, "salience_range"
	}
	if s.LonelyCount > 0 && s.LonelyRange > reach {
		reach, key = s.LonelyRange, "lonely_range"
	}
	return reach, key
}

// nearFace reports whether a boid at p may have neighbours across an edge of the torus.
func (s *Settings) nearFace(p vec.Vec) bool {
	if s.unlimited() {
		return true
	}
	reach, _ := s.GreatestReach()
	return s.crosses(p, reach)
}

func (s *Settings) crosses(p vec.Vec, reach float32) bool {
	side := float32(s.Torus.Side)
	inner := float32(side/2) - reach
	level := p.X < -inner || p.X > inner || p.Z < -inner || p.Z > inner
	return level || !s.Plane && (p.Y < reach || p.Y > side-reach)
}

// sumLimit is the smallest number of boids for which the sum of velocity differences, each up to
// 2·stages.TopSpeed, may overflow a word of near.Kin. sumLimitOf lowers it for large differences of
// positions.
const sumLimit = 1700

// does not compile if stages.TopSpeed is so high that sums exceed the 2³¹ quanta of a word of near.Kin
const _ = uint((1<<31)*vec.Quantum - sumLimit*2*stages.TopSpeed)

func (s *Settings) sumLimitOf() int {
	widest := 0.0
	switch {
	case s.Wraps:
		widest = s.Torus.Side
	case s.Neighbourhood == view.Everyone:
		widest = 2 * around.Wall
	default:
		return sumLimit
	}
	return int(min(sumLimit, 0.99*(1<<31)*vec.Quantum/widest))
}

// repulsion returns the vector away from a neighbour times the falloff, rounded to quanta. d2 is the squared
// distance.
func (s *Settings) repulsion(offset vec.Vec, d2 float32) separation {
	w := s.falloff(d2)
	return separation{exact(offset.X, w), exact(offset.Y, w), exact(offset.Z, w)}
}

func exact(a, b float32) float64 { return vec.Round(float64(float32(a * b))) }

// falloff returns the weight of the vector away from a neighbour at the squared distance d2.
func (s *Settings) falloff(d2 float32) float32 {
	if s.Separation.Falloff == near.Whole {
		return 1
	}
	d := vec.Sqrt(d2)
	if d == 0 {
		return 0
	}
	switch s.Separation.Falloff {
	case near.Linear:
		return max(0, 1-float32(d*s.overSeparation)) / d
	case near.Inverse:
		return 1 / (d * max(d, near.Closest))
	default:
		floored := max(d, near.Closest)
		return 1 / (d * floored * floored)
	}
}

// looksTogether reports whether the machine has the kernel and the neighbourhood is the vision sphere.
func (s *Settings) looksTogether(kind Kind, kernel bool) bool {
	return kernel && s.Simple && (kind == Grid || kind == Brute && !s.Wraps)
}

// crowdLimit returns how many boids a crowd kernel can sum exactly: positions in float32, exact below 4,096
// m, and separations of at most 400 thousand quanta in 32 bits.
func (s *Settings) crowdLimit() int32 { return int32(min(1300, 4096/s.Vision)) }

// listable reports whether records and lists can find the neighbourhood. Boids must see all around. Their
// neighbours must be all boids in sight or, without separation, the nearest.
func (s *Settings) listable() bool {
	switch {
	case s.FieldOfView < 360:
		return false
	case s.Neighbourhood == view.Sphere:
		return true
	}
	return !s.Separates && (s.choosesNearest() || s.Neighbourhood == view.RadiusAndNearest)
}

func (s *Settings) choosesNearest() bool {
	return s.Neighbourhood == view.NearestInSight || s.Neighbourhood == view.NearestN
}

func (s *Settings) inSightSuffice(n int) bool { return !s.unlimited() || n >= s.Nearest }

// fewInSight returns the smallest number of boids in sight at which a boid need not search further.
func (s *Settings) fewInSight() int {
	if s.unlimited() {
		return max(s.LonelyCount, s.Nearest)
	}
	return s.LonelyCount
}
