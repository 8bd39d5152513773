package trial

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"

	"skein/cmd/skein/internal/console"
)

func flown(t *testing.T, c Options) (d struct {
	Rows   []Row
	Shares []ShareRow
}) {
	t.Helper()
	var out bytes.Buffer
	if err := c.Run(context.Background(), &console.Console{Quiet: true, JSON: true, Stdout: &out, Stderr: io.Discard}); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSharesAgreeWithSingleSeeds(t *testing.T) {
	options := Options{Trials: []string{"10", "14"}, Neighbourhood: []string{"nearest", "nearest+zones"}, In: []string{"plane"}}
	all := options
	all.Seeds = "5,9,4"
	shares := flown(t, all).Shares
	if len(shares) != 4 {
		t.Fatalf("there are %d shares, want 4", len(shares))
	}
	passed, collided := make([]int, 4), make([]int, 4)
	for _, seed := range []uint64{5, 9, 4} {
		one := options
		one.Seed = &seed
		d := flown(t, one)
		if d.Shares != nil {
			t.Errorf("a single seed has shares")
		}
		for k, r := range d.Rows {
			if r.Passed {
				passed[k]++
			}
			if r.Collisions > 0 {
				collided[k]++
			}
		}
	}
	for k, s := range shares {
		if s.Passed != passed[k] || s.Collided != collided[k] || math.Abs(s.Share-float64(passed[k])/3) > 1e-12 {
			t.Errorf("trial %d, %s: %d of 3 seeds passed (share %g) and %d collided, want %d and %d", s.Trial, s.Neighbourhood, s.Passed, s.Share, s.Collided, passed[k], collided[k])
		}
	}
	if passed[3] == 3 || passed[0] == 0 {
		t.Errorf("the seeds %v do not tell the neighbourhoods apart", passed)
	}
}

// Wilson's intervals agree with published ones (R. G. Newcombe, Statistics in Medicine 17, 857, 1998,
// table I).
func TestWilsonInterval(t *testing.T) {
	for _, c := range []struct {
		passed, n int
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}} {
		got := wilson(c.passed, c.n)
		if math.Abs(got[0]-c.low) > 5e-5 || math.Abs(got[1]-c.high) > 5e-5 {
			t.Errorf("%d of %d: the interval is %.4f, want %.4f to %.4f", c.passed, c.n, got, c.low, c.high)
		}
	}
}

func TestSeedsConflicts(t *testing.T) {
	seed := uint64(7)
	for want, c := range map[string]Options{
		"--picture":      {Seeds: "3", Picture: "a.png"},
		"add it":         {Seeds: "3,4", Seed: &seed},
		"must be 1 to":   {Seeds: "0"},
		"a number of se": {Seeds: "many"},
		"too many":       {Seeds: "9999", In: []string{"plane"}},
	} {
		if _, err := c.plan(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

// A neighbourhood, a world or a seed that is given twice is refused, because its runs would count twice.
func TestRepeatedValues(t *testing.T) {
	for want, c := range map[string]Options{
		"--neighbourhood sphere,nearest,sphere: sphere appears twice": {Neighbourhood: []string{"sphere", "nearest", "sphere"}},
		"--in plane,plane: plane appears twice":                       {In: []string{"plane", "plane"}},
		"--seeds 4,5,4: the seed 4 appears twice":                     {Seeds: "4,5,4", In: []string{"plane"}},
	} {
		if _, err := c.plan(); err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
	if _, err := (&Options{Neighbourhood: []string{"sphere", "sphere+zones"}, Seeds: "4,5", In: []string{"plane", "space"}}).plan(); err != nil {
		t.Errorf("different values have the error %v", err)
	}
}
