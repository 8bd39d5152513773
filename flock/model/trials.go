package model

import (
	"math"

	"skein/flock"
	"skein/flock/vec"
)

// Trial is one of the situations that S4 compares neighbourhoods in (section 1.3.1).
// It names five goals, with three tests each of "varying flock sizes and initial
// relative heading", shows the eighth and the eleventh, and leaves the rest to its
// code: how many come from where is skein's.
type Trial struct {
	Number int    // from 1
	Goal   string // of the five
	Name   string // which of its three

	parties []party
}

// party are some that come flying abreast.
type party struct {
	count   int
	heading float64 // degrees, as in flock.Group
	aside   float64 // to the left of the meeting place that they pass it, m
}

// TrialSeconds is how long a trial lasts.
const TrialSeconds = 30

// Trials returns all 15. In the eighth, as in figure A.1, one boid crosses the way of a
// flock; in the eleventh, as in figure A.2, two flocks pass each other further away
// than they see, each with as many members as the nearest that count.
func Trials() []Trial {
	alone := func(ways ...[2]float64) (all []party) {
		for _, w := range ways {
			all = append(all, party{1, w[0], w[1]})
		}
		return all
	}
	all := []Trial{
		{Goal: "one meets one", Name: "aslant", parties: alone([2]float64{90, 0}, [2]float64{45, 3})},
		{Goal: "one meets one", Name: "crossing", parties: alone([2]float64{90, 0}, [2]float64{180, 3})},
		{Goal: "one meets one", Name: "head-on, 30 m apart", parties: alone([2]float64{90, 15}, [2]float64{262, 15})},

		{Goal: "a few meet", Name: "three from all sides", parties: alone([2]float64{0, 3}, [2]float64{110, 3}, [2]float64{235, 3})},
		{Goal: "a few meet", Name: "five from one side", parties: alone([2]float64{90, 0}, [2]float64{60, 4}, [2]float64{30, 8}, [2]float64{120, -4}, [2]float64{150, -8})},
		{Goal: "a few meet", Name: "seven from all sides", parties: alone([2]float64{0, 3}, [2]float64{45, 3}, [2]float64{100, 3}, [2]float64{140, 3}, [2]float64{200, 3}, [2]float64{235, 3}, [2]float64{310, 3})},

		{Goal: "one meets a group", Name: "of 5, aslant", parties: []party{{1, 45, 0}, {5, 90, 0}}},
		{Goal: "one meets a group", Name: "of 10, crossing", parties: []party{{1, 180, 10}, {10, 90, 0}}},
		{Goal: "one meets a group", Name: "of 20, head-on", parties: []party{{1, 262, 10}, {20, 90, 10}}},

		{Goal: "two equal flocks", Name: "of 5, aslant", parties: []party{{5, 45, 0}, {5, 90, 0}}},
		{Goal: "two equal flocks", Name: "of 10, crossing", parties: []party{{10, 90, 30}, {10, 180, 30}}},
		{Goal: "two equal flocks", Name: "of 20, head-on", parties: []party{{20, 90, 5}, {20, 262, 5}}},

		{Goal: "two unequal flocks", Name: "of 5 and 10, aslant", parties: []party{{5, 45, 0}, {10, 90, 0}}},
		{Goal: "two unequal flocks", Name: "of 5 and 20, crossing", parties: []party{{5, 180, 0}, {20, 90, 0}}},
		{Goal: "two unequal flocks", Name: "of 10 and 30, head-on", parties: []party{{10, 262, 5}, {30, 90, 5}}},
	}
	for k := range all {
		all[k].Number = k + 1
	}
	return all
}

// How the parties of a trial fly, and how much room there is for each but one of a party.
const (
	trialSpeed  = 0.5 // m a step
	trialWay    = 60  // to the meeting place, m
	trialHeight = 60  // of the plane, m
	trialSky    = 400 // of those in space, who come to no ground, m
	trialRise   = 8   // from every other party to those between, in space, m
	roomInPlane = 36  // m² a boid
	roomInSpace = 250 // m³ a boid
)

// Def returns the trial in the plane or in space, by a neighbourhood, with all rules at once
// or one for each neighbour.
func (t *Trial) Def(space bool, by flock.Neighbourhood, oneRule bool) flock.Def {
	d := flock.Def{Seed: 4, TickRate: 30}
	d.Params, d.Start.Altitude = Erneholm().Params(), trialHeight
	if space {
		d.Params, d.Start.Altitude = Erneholm3D().Params(), trialSky
	}
	count := 0
	for k, p := range t.parties {
		count += p.count
		d.Start.Groups = append(d.Start.Groups, p.group(space, k))
	}
	d.Start.Speed = trialSpeed
	d.Params = With(d.Params, "count", count, "bounds", flock.Unbounded, "neighbourhood", by, "one_rule", oneRule)
	return d
}

// group returns how a party starts, number k of its trial.
func (p *party) group(space bool, k int) flock.Group {
	sine, cosine := math.Sincos(p.heading * math.Pi / 180)
	g := flock.Group{Count: p.count, Heading: float32(p.heading), Speed: trialSpeed, Place: vec.Vec{
		X: round(p.aside*cosine - trialWay*sine),
		Z: round(-p.aside*sine - trialWay*cosine),
	}}
	others := float64(p.count - 1)
	g.Radius = round(math.Sqrt(roomInPlane / math.Pi * others))
	if space {
		g.Place.Y = float32(trialRise * (float64(k%2) - 0.5))
		g.Radius = round(math.Cbrt(3 * roomInSpace / (4 * math.Pi) * others))
	}
	return g
}

// round brings a length to whole centimetres, in which a scenario file says it.
func round(m float64) float32 { return float32(math.Round(100*m)/100 + 0) }
