package sample

import (
	"slices"
	"testing"
)

// A seed repeats a choice, different seeds differ, and every case is chosen by some seed.
func TestSome(t *testing.T) {
	cases := []int{10, 11, 12, 13, 14, 15, 16, 17}
	choose := func(seed string) []int {
		t.Setenv(Variable, seed)
		return Some(t, 3, cases)
	}
	seen := map[int]bool{}
	for _, seed := range []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"} {
		a := choose(seed)
		if len(a) != 3 || !slices.IsSorted(a) || len(slices.Compact(slices.Clone(a))) != 3 || !slices.Equal(a, choose(seed)) {
			t.Errorf("seed %s chooses %v, then %v: want the same three cases in order", seed, a, choose(seed))
		}
		for _, c := range a {
			seen[c] = true
		}
	}
	if len(seen) != len(cases) {
		t.Errorf("16 seeds choose only %d of %d cases", len(seen), len(cases))
	}
	if a := choose("all"); !slices.Equal(a, cases) {
		t.Errorf("the variable all chooses %v, want %v", a, cases)
	}
}

func TestKeys(t *testing.T) {
	t.Setenv(Variable, "all")
	if a := Keys(t, 1, map[string]int{"b": 2, "a": 1}); !slices.Equal(a, []string{"a", "b"}) {
		t.Errorf("keys are %q, want a and b", a)
	}
}
