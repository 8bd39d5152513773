package scenario

import (
	"math"
	"slices"
	"testing"

	"skein/flock"
)

// nearestInSpans returns the median and the smallest distance between a boid of flock k and its nearest
// flockmate, in wingspans.
func nearestInSpans(w *flock.World, k int) (median, least float64) {
	var s flock.Snapshot
	w.Snapshot(&s)
	from, to := s.Range(k)
	p := w.ParamsOf(k)
	var all []float64
	for i := from; i < to; i++ {
		near := math.Inf(1)
		for j := from; j < to; j++ {
			if j != i {
				near = min(near, float64(s.Pos[i].Sub(s.Pos[j]).Len()))
			}
		}
		all = append(all, near/float64(p.Float("wingspan")))
	}
	slices.Sort(all)
	return all[len(all)/2], all[0]
}

func fitted(t *testing.T, s *Scenario, n *Newcomer, wingspan float64) (Flock, flock.Regarders) {
	t.Helper()
	f, regarders, err := s.Newcomer(n)
	if err == nil {
		err = n.FitBody(&f, wingspan)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f, regarders
}

// Geese that join with the starlings' model keep about as many wingspans apart as the starlings do.
func TestLargeNewcomersKeepApart(t *testing.T) {
	const goose = 1.6
	s := small(t, "starlings")
	w, err := flock.NewWorld(s.Def())
	if err != nil {
		t.Fatal(err)
	}
	n := &Newcomer{Model: "starlings", Bird: "goose", Count: 40}
	f, regarders := fitted(t, s, n, goose)
	if err = w.Join(f.Flock, regarders); err == nil {
		p := w.ParamsOf(1)
		if err = p.Set("count", n.Count); err == nil {
			err = w.SetParamsOf(1, p)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for second := range 20 {
		if _, least := nearestInSpans(w, 1); least < 0.5 {
			t.Errorf("after %d s, two geese are %.2f wingspans apart; want at least 0.5, the length of a goose", second, least)
		}
		for range s.TickRate {
			w.Step()
		}
	}
	starlings, _ := nearestInSpans(w, 0)
	if geese, _ := nearestInSpans(w, 1); geese < starlings/2 || geese > 2*starlings {
		t.Errorf("geese fly %.2f wingspans apart and starlings %.2f; want about the same", geese, starlings)
	}
}

// The bird of the model's scene changes no distance, and neither does a smaller one.
func TestOwnBirdKeepsItsDistances(t *testing.T) {
	s := small(t, "starlings")
	n := &Newcomer{Model: "starlings", Bird: "starling", Count: 40}
	plain, _, err := s.Newcomer(n)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := fitted(t, s, n, 0.4)
	if changed := f.Params.Differences(&plain.Params); len(changed) != 1 || changed[0] != "wingspan" {
		t.Errorf("a starling changes %v, want only its wingspan", changed)
	}
	f, _ = fitted(t, s, n, 0.84)
	want := []string{"dodge_range", "lonely_range", "outward_spacing", "space_core", "space_reach", "space_width", "vision", "wingspan"}
	if changed := f.Params.Differences(&plain.Params); !slices.Equal(slices.Sorted(slices.Values(changed)), want) {
		t.Errorf("a bird of twice the size changes %v, want %v", changed, want)
	}
	for _, key := range want {
		if got, old := f.Params.Float(key), plain.Params.Float(key); math.Abs(float64(got/old)-2) > 1e-5 {
			t.Errorf("%s is %v, want twice %v", key, got, old)
		}
	}
}
