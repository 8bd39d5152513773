package scenario

import (
	"strings"
	"testing"
)

func keysOf(t *testing.T, s *Scenario, key string) (all []EventKey) {
	t.Helper()
	for _, r := range s.Rows() {
		if r.Key == key {
			all = append(all, r.Keys...)
		}
	}
	return all
}

// wantKeys compares the keys of vision with want: start of the ramp, time, value and easing.
func wantKeys(t *testing.T, when string, s *Scenario, want ...[4]float64) {
	t.Helper()
	got := keysOf(t, s, "vision")
	if len(got) != len(want) {
		t.Errorf("%s: the row has %d keys, want %d", when, len(got), len(want))
		return
	}
	for n, k := range got {
		if is := [4]float64{k.From, k.Seconds, float64(k.Value.(float32)), float64(k.Ease)}; is != want[n] {
			t.Errorf("%s: key %d is %v, want %v", when, n, is, want[n])
		}
	}
	second, err := Parse("again.toml", s.TOML())
	if err != nil {
		t.Fatalf("%s: %v", when, err)
	}
	if key, _, _ := Difference(s, second); key != "" {
		t.Errorf("%s: written and read back, %s differs", when, key)
	}
}

// Keys can be added, moved, eased, changed and removed. Ramps follow the key at which they begin, and an
// invalid edit changes nothing.
func TestKeys(t *testing.T) {
	s, err := Builtin("paper")
	if err != nil {
		t.Fatal(err)
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	put := func(seconds float64, v float32) { t.Helper(); do(s.PutKey("", "", "vision", seconds, v)) }
	put(10, 30)
	put(2, 10)
	wantKeys(t, "two", s, [4]float64{2, 2, 10, 0}, [4]float64{10, 10, 30, 0})
	put(6, 20)
	wantKeys(t, "between", s, [4]float64{2, 2, 10, 0}, [4]float64{2, 6, 20, 2}, [4]float64{10, 10, 30, 0})
	put(14, 15)
	wantKeys(t, "behind", s, [4]float64{2, 2, 10, 0}, [4]float64{2, 6, 20, 2}, [4]float64{10, 10, 30, 0}, [4]float64{10, 14, 15, 2})
	event := func(n int) int { return keysOf(t, s, "vision")[n].Event }
	do(s.MoveKey(event(2), 11))
	wantKeys(t, "moved", s, [4]float64{2, 2, 10, 0}, [4]float64{2, 6, 20, 2}, [4]float64{11, 11, 30, 0}, [4]float64{11, 14, 15, 2})
	do(s.EaseKey(event(2), Linear))
	wantKeys(t, "linear", s, [4]float64{2, 2, 10, 0}, [4]float64{2, 6, 20, 2}, [4]float64{6, 11, 30, 1}, [4]float64{11, 14, 15, 2})
	do(s.MoveKey(event(0), 3))
	wantKeys(t, "the first", s, [4]float64{3, 3, 10, 0}, [4]float64{3, 6, 20, 2}, [4]float64{6, 11, 30, 1}, [4]float64{11, 14, 15, 2})
	do(s.DropKey(event(1)))
	wantKeys(t, "dropped", s, [4]float64{3, 3, 10, 0}, [4]float64{3, 11, 30, 1}, [4]float64{11, 14, 15, 2})
	do(s.SetKey(event(1), 25.0))
	do(s.EaseKey(event(2), Hold))
	wantKeys(t, "held", s, [4]float64{3, 3, 10, 0}, [4]float64{3, 11, 25, 1}, [4]float64{14, 14, 15, 0})
	put(11, 26)
	wantKeys(t, "put again", s, [4]float64{3, 3, 10, 0}, [4]float64{3, 11, 26, 1}, [4]float64{14, 14, 15, 0})
	for _, c := range []struct {
		err  error
		want string
	}{
		{s.MoveKey(event(0), 11), "another key"}, {s.SetKey(event(0), -4.0), "vision"},
		{s.PutKey("", "", "no_such", 1, float32(2)), "no_such"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("the error is %v, want one about %s", c.err, c.want)
		}
	}
	wantKeys(t, "after refusals", s, [4]float64{3, 3, 10, 0}, [4]float64{3, 11, 26, 1}, [4]float64{14, 14, 15, 0})
}

// The keys of a choice must have the easing hold, because choices cannot be interpolated.
func TestKeysOfChoices(t *testing.T) {
	s, err := Builtin("paper")
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{s.PutKey("", "", "neighbourhood", 1, "nearest"), s.PutKey("", "", "neighbourhood", 3, "sphere")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.EaseKey(1, Smooth); err == nil || !strings.Contains(err.Error(), "cannot change gradually") {
		t.Errorf("a smooth key of a choice gives the error %v, want that it cannot change gradually", err)
	}
}
