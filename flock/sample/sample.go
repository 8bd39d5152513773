// Package sample lets a test try a random subset of its cases in each run, and all cases in a long run.
//
// The environment variable SKEIN_SAMPLE controls the choice. If it is unset, each run chooses different
// cases. A test that fails prints the seed that repeats its choice, for example SKEIN_SAMPLE=1234. With
// SKEIN_SAMPLE=all, as in make endure, tests try all cases.
package sample

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"
)

// Variable is the name of the environment variable.
const Variable = "SKEIN_SAMPLE"

// Some returns n random cases in their original order. It returns all cases if there are at most n, or if
// SKEIN_SAMPLE=all.
func Some[T any](t testing.TB, n int, cases []T) []T {
	t.Helper()
	text := os.Getenv(Variable)
	if text == "all" || n >= len(cases) {
		return cases
	}
	chosen := dice(t, text).Perm(len(cases))[:n]
	slices.Sort(chosen)
	some := make([]T, n)
	for k, i := range chosen {
		some[k] = cases[i]
	}
	return some
}

// Keys is like [Some] for the keys of a map, in ascending order.
func Keys[K cmp.Ordered, V any](t testing.TB, n int, cases map[K]V) []K {
	t.Helper()
	return Some(t, n, slices.Sorted(maps.Keys(cases)))
}

// UnderRace returns n random cases under the race detector, which takes ten times as long. Otherwise, it
// returns all cases.
func UnderRace[T any](t testing.TB, n int, cases []T) []T {
	t.Helper()
	if !underRace {
		return cases
	}
	return Some(t, n, cases)
}

func dice(t testing.TB, text string) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano()) % 1e6
	if text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("%s=%s: the value must be \"all\" or a number such as 1234", Variable, text)
		}
	}
	t.Logf("%s=%d repeats this choice of cases", Variable, seed)
	return rand.New(rand.NewPCG(seed, 0))
}
