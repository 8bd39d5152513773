package rules

import (
	"math/rand"
	"testing"

	"skein/flock"
	"skein/flock/vec"
)

// table is a clearanceFinder with random distances, many of them equal.
type table struct {
	far   float32
	free  map[vec.Vec]float32
	draw  func() float32
	looks int
}

func (t *table) Clear(way vec.Vec) float32 {
	t.looks++
	if _, known := t.free[way]; !known {
		t.free[way] = t.draw()
	}
	return t.free[way]
}

func searchAllDirections(me *flock.Self, ahead *flock.Ahead, look clearanceFinder) vec.Vec {
	right := me.Heading.Cross(vec.Vec{Y: 1}).Unit()
	if right == (vec.Vec{}) {
		right = vec.Vec{X: 1}
	}
	up := right.Cross(me.Heading)
	sides := []vec.Vec{right, right.Neg(), up, up.Neg()}
	bias := [4]float32{0, 0, -0.02, -0.2}
	bias[me.ID%2] += 0.01
	if ahead.Level {
		sides = sides[:2]
	}
	best, most := ahead.Normal, ahead.Free/ahead.Far
	for _, turn := range [3][2]float32{{0.9063078, 0.4226183}, {0.6427876, 0.7660444}, {0.0871557, 0.9961947}} {
		any := false
		for k, side := range sides {
			way := me.Heading.Scale(turn[0]).Add(side.Scale(turn[1]))
			free := look.Clear(way) / ahead.Far
			any = any || free == 1
			if worth := free + bias[k] + float32(0.3*side.Dot(ahead.Normal)); worth > most {
				best, most = way, worth
			}
		}
		if any {
			return best
		}
	}
	return best
}

// directionPast finds the same direction as a search through all directions.
func TestDirectionPastMatchesFullSearch(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	pick := func(of ...float32) float32 { return of[random.Intn(len(of))] }
	some := func() float32 { return random.Float32()*2 - 1 }
	few, all := 0, 0
	for k := range 50_000 {
		far := pick(8, 16, 23.7)
		seen := &table{far, map[vec.Vec]float32{}, func() float32 { return far * pick(0, 0.25, 0.5, 0.5, 0.99, 1, 1) }, 0}
		me := &flock.Self{ID: k, Heading: vec.Vec{X: some(), Y: some(), Z: some()}.Unit()}
		if k%7 == 0 {
			me.Heading = vec.Vec{X: pick(-1, 0, 1), Y: pick(-1, 0, 1)}.Unit()
		}
		ahead := &flock.Ahead{Free: far * pick(0, 0.25, 0.5, 0.99), Far: far, Normal: vec.Vec{X: some(), Y: some(), Z: some()}.Unit(), Level: k%3 == 0}
		if k%5 == 0 {
			ahead.Normal = me.Heading.Neg()
		}
		got := directionPast(me, ahead, seen)
		few, seen.looks = few+seen.looks, 0
		if want := searchAllDirections(me, ahead, seen); got != want {
			t.Fatalf("case %d: the direction is %v, want %v", k, got, want)
		}
		all += seen.looks
	}
	if few >= all {
		t.Errorf("the search takes %d looks, want fewer than the %d for all directions", few, all)
	}
}
