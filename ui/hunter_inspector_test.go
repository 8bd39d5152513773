//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"skein/flock/explanation"
	"skein/flock/lead"
	"skein/flock/metrics"
	"skein/flock/vec"
)

func TestHunterLines(t *testing.T) {
	entries := []metrics.Entry{
		{Kind: metrics.Attacks, Boid: 9, Time: 1, Prey: 4},
		{Kind: metrics.Strikes, Boid: 9, Time: 3, Prey: 5},
		{Kind: metrics.Strikes, Boid: 8, Time: 4, Prey: 6},
		{Kind: metrics.Attacks, Boid: 9, Time: 20, Prey: 7},
		{Kind: metrics.NearMiss, Boid: 9, Time: 23, Prey: 7, Distance: 0.42},
		{Kind: metrics.Attacks, Boid: 9, Time: 40, Prey: 2},
	}
	rest := explanation.Pursuit{Phase: explanation.Rests, Prey: -1, Left: 2.5}
	prepare := explanation.Pursuit{Phase: explanation.Prepares, Prey: -1}
	chase := explanation.Pursuit{Phase: explanation.Chases, Prey: 3, Distance: 8, Closing: 2}
	attack := explanation.Pursuit{Phase: explanation.Attacks, Prey: 2, Distance: 12.5, Closing: -3, Nearest: 0.5, Left: 4}
	for _, c := range []struct {
		upto int
		hunt explanation.Pursuit
		want [][2]string
	}{
		{0, rest, [][2]string{{"phase", "rests for another 2.5 s"}, {"last attack", "none yet"}, {"attacks", "0: 0 strikes, 0 near misses"}}},
		{3, rest, [][2]string{{"phase", "rests for another 2.5 s"}, {"last attack", "strike, boid 5, at 3.00 s"}, {"attacks", "1: 1 strike, 0 near misses"}}},
		{5, rest, [][2]string{{"phase", "rests for another 2.5 s"}, {"last attack", "near miss, boid 7, 0.42 m away, at 23.00 s"}, {"attacks", "2: 1 strike, 1 near miss"}}},
		{6, attack, [][2]string{{"phase", "attacks, gives up in 4.0 s"}, {"distance", "12.5 m, falling behind by 3.0 m/s"}, {"nearest", "0.50 m in this attack"},
			{"last attack", "began at 40.00 s"}, {"attacks", "3: 1 strike, 1 near miss"}}},
		{0, chase, [][2]string{{"phase", "chases"}, {"distance", "8.0 m, closing at 2.0 m/s"}}},
		{0, prepare, [][2]string{{"phase", "prepares an attack"}, {"last attack", "none yet"}, {"attacks", "0: 0 strikes, 0 near misses"}}},
		{6, rest, [][2]string{{"phase", "rests for another 2.5 s"}, {"last attack", "miss, boid 2, began at 40.00 s"}, {"attacks", "3: 1 strike, 1 near miss"}}},
	} {
		tally := tallyAttacks(entries[:c.upto], 9)
		if got := hunterLines(&c.hunt, &tally); !slices.Equal(got, c.want) {
			t.Errorf("after %d entries, a hunter that %s has the lines %q, want %q", c.upto, c.hunt.Phase, got, c.want)
		}
	}
}

// A hunter has one name: in the outliner, in its inspector, and in the explanation that stats --why prints.
func TestHunterName(t *testing.T) {
	p, s, o := outlineState(t)
	id := s.ShownHunters[0].ID
	rows := p.outline(s, o)
	row := slices.IndexFunc(rows, func(r outlineRow) bool { return r.object != nil && r.object.kind == boidObject })
	e := explanation.Step{Boid: id, Hunt: &explanation.Pursuit{Phase: explanation.Rests, Prey: -1}}
	e.Decision.Verdict = lead.Leaderless
	name := fmt.Sprintf("boid %d", id)
	if row < 0 || rows[row].label != name || !strings.HasPrefix(s.boidName(id), name) || !strings.Contains(e.Why()[0], name+" rests") {
		t.Errorf("row %d of %q, name %q, explanation %q; want %s", row, labels(rows), s.boidName(id), e.Why()[0], name)
	}
}

// The inspector of a hunter shows only rules with an effect, and its direct changes of the velocity. That of
// another boid keeps the rows of all rules.
func TestHunterSteers(t *testing.T) {
	e := explanation.Step{
		Steers: []explanation.Steer{{Rule: "cohesion"}, {Rule: "ground", Steer: vec.Vec{Y: 0.5}}, {Rule: "hunt"}},
		Movers: []string{"hunt"}, Moves: []explanation.Steer{{Rule: "hunt", Steer: vec.Vec{X: 3, Z: 4}}},
		Sum: vec.Vec{Y: 0.5}, Hunt: &explanation.Pursuit{},
	}
	names := func() (all []string) {
		for _, l := range steerLines(&e) {
			all = append(all, l.name)
		}
		return all
	}
	if got, want := names(), []string{"ground", "all rules", "hunt, directly"}; !slices.Equal(got, want) {
		t.Errorf("the rows of a hunter are %q, want %q", got, want)
	}
	e.Hunt = nil
	if got, want := names(), []string{"cohesion", "ground", "social, before the limit", "social, after the limit", "all rules"}; !slices.Equal(got, want) {
		t.Errorf("the rows of another boid are %q, want %q", got, want)
	}
}
