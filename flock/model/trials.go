package model

import (
	"math"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/vec"
	"skein/flock/view"
)

// Trial is one of the 15 experiments in which S4 compares neighbourhoods (section 1.3.1). S4 names five
// goals, each with three tests of "varying flock sizes and initial relative heading". It shows only the
// eighth and the eleventh trial. The numbers of boids and the headings in all other trials are skein's own.
type Trial struct {
	Number int    // number of the trial in the text, counted from 1
	Goal   string // one of the five goals in the text
	Name   string // name of the test, one of three for each goal

	groups []trialGroup
}

type trialGroup struct {
	count   int
	heading float64 // degrees, as in cloud.Group
	aside   float64 // distance at which the boids pass the meeting point on its left, m
}

// TrialSeconds is the length of a trial, in seconds.
const TrialSeconds = 30

// Trials returns the 15 trials. In the eighth, one boid crosses the path of a flock (figure A.1). In the
// eleventh, two flocks pass each other at a distance greater than the vision radius (figure A.2). Each is
// large enough that all N nearest neighbours of a boid are in its own flock.
func Trials() []Trial {
	alone := func(ways ...[2]float64) (all []trialGroup) {
		for _, w := range ways {
			all = append(all, trialGroup{1, w[0], w[1]})
		}
		return all
	}
	all := []Trial{
		{Goal: "one meets one", Name: "at an angle", groups: alone([2]float64{90, 0}, [2]float64{45, 3})},
		{Goal: "one meets one", Name: "crossing", groups: alone([2]float64{90, 0}, [2]float64{180, 3})},
		{Goal: "one meets one", Name: "head-on, 30 m apart", groups: alone([2]float64{90, 15}, [2]float64{262, 15})},

		{Goal: "a few meet", Name: "three from all sides", groups: alone([2]float64{0, 3}, [2]float64{110, 3}, [2]float64{235, 3})},
		{Goal: "a few meet", Name: "five from one side", groups: alone([2]float64{90, 0}, [2]float64{60, 4}, [2]float64{30, 8}, [2]float64{120, -4}, [2]float64{150, -8})},
		{Goal: "a few meet", Name: "seven from all sides", groups: alone([2]float64{0, 3}, [2]float64{45, 3}, [2]float64{100, 3}, [2]float64{140, 3}, [2]float64{200, 3}, [2]float64{235, 3}, [2]float64{310, 3})},

		{Goal: "one meets a group", Name: "of 5, at an angle", groups: []trialGroup{{1, 45, 0}, {5, 90, 0}}},
		{Goal: "one meets a group", Name: "of 10, crossing", groups: []trialGroup{{1, 180, 10}, {10, 90, 0}}},
		{Goal: "one meets a group", Name: "of 20, head-on", groups: []trialGroup{{1, 262, 10}, {20, 90, 10}}},

		{Goal: "two equal flocks", Name: "of 5, at an angle", groups: []trialGroup{{5, 45, 0}, {5, 90, 0}}},
		{Goal: "two equal flocks", Name: "of 10, crossing", groups: []trialGroup{{10, 90, 30}, {10, 180, 30}}},
		{Goal: "two equal flocks", Name: "of 20, head-on", groups: []trialGroup{{20, 90, 5}, {20, 262, 5}}},

		{Goal: "two unequal flocks", Name: "of 5 and 10, at an angle", groups: []trialGroup{{5, 45, 0}, {10, 90, 0}}},
		{Goal: "two unequal flocks", Name: "of 5 and 20, crossing", groups: []trialGroup{{5, 180, 0}, {20, 90, 0}}},
		{Goal: "two unequal flocks", Name: "of 10 and 30, head-on", groups: []trialGroup{{10, 262, 5}, {30, 90, 5}}},
	}
	for k := range all {
		all[k].Number = k + 1
	}
	return all
}

// A group of n boids starts in an area of (n - 1)·roomInPlane, or in a volume of (n - 1)·roomInSpace.
const (
	trialSpeed         = 0.5 // m per step
	trialDistance      = 60  // distance from the start to the meeting point, m
	trialHeight        = 60  // height of the plane, m
	trialHeightInSpace = 400 // height of trials in three dimensions, far above the ground, m
	trialHeightStep    = 8   // difference in height between groups in three dimensions, m
	roomInPlane        = 36  // area per boid, m²
	roomInSpace        = 250 // volume per boid, m³
)

// Def returns the definition of the trial, in three dimensions or in the plane. neighbourhood selects the
// boids' neighbourhood. If oneRule is true, each neighbour acts in only one rule.
func (t *Trial) Def(space bool, neighbourhood view.Neighbourhood, oneRule bool) flock.Def {
	d := flock.Def{Seed: 4, TickRate: 30}
	d.Params, d.Start.Altitude = Erneholm().Params(), trialHeight
	if space {
		d.Params, d.Start.Altitude = Erneholm3D().Params(), trialHeightInSpace
	}
	count := 0
	for k, p := range t.groups {
		count += p.count
		d.Start.Groups = append(d.Start.Groups, p.start(space, k))
	}
	d.Start.Speed = trialSpeed
	d.Params = With(d.Params, "count", count, "bounds", flock.Unbounded, "neighbourhood", neighbourhood, "one_rule", oneRule)
	return d
}

func (p *trialGroup) start(space bool, k int) cloud.Group {
	sine, cosine := math.Sincos(p.heading * math.Pi / 180)
	g := cloud.Group{Count: p.count, Heading: float32(p.heading), Speed: trialSpeed, Place: vec.Vec{
		X: round(p.aside*cosine - trialDistance*sine),
		Z: round(-p.aside*sine - trialDistance*cosine),
	}}
	others := float64(p.count - 1)
	g.Radius = round(math.Sqrt(roomInPlane / math.Pi * others))
	if space {
		g.Place.Y = float32(trialHeightStep * (float64(k%2) - 0.5))
		g.Radius = round(math.Cbrt(3 * roomInSpace / (4 * math.Pi) * others))
	}
	return g
}

// round rounds to centimetres, so that a scenario file can store the length exactly.
func round(m float64) float32 { return float32(math.Round(100*m)/100 + 0) }
