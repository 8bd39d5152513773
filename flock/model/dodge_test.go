package model_test

import (
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/vec"
)

// Two groups of starlings cross at a right angle. Without the rule "dodge", birds come much nearer to each
// other. Leaders, whose turns are random, are switched off.
func TestStarlingsDodge(t *testing.T) {
	def := flockOf(600)
	def.Params = model.With(def.Params, "leadership", 0)
	group := cloud.Group{Share: 0.5, Radius: 6, Speed: 10}
	ahead, across := group, group
	ahead.Place, across.Place, across.Heading = vec.Vec{Z: -20}, vec.Vec{X: -20}, 90
	def.Start.Groups = []cloud.Group{ahead, across}
	least, near := [2]float64{}, [2]int{}
	for k, gain := range []float32{0, def.Params.Float("dodge")} {
		d := def
		d.Params = model.With(d.Params, "dodge", gain)
		w := newWorld(t, d)
		least[k] = 100
		for range 5 * d.TickRate {
			w.Step()
			var s flock.Snapshot
			w.Snapshot(&s)
			for i := range s.Pos {
				for j := range i {
					apart := norm(minus(toV3(s.Pos[i]), toV3(s.Pos[j])))
					if least[k] = min(least[k], apart); apart < 0.25 {
						near[k]++
					}
				}
			}
		}
	}
	if near[0] < 10 || near[1] > near[0]/5 || least[1] < 0.1 {
		t.Errorf("without and with the rule, the least distance is %v m, and pairs are nearer than 0.25 m in %v cases, counted in each tick", least, near)
	}
}
