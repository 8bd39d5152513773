package schedule

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
)

// A value changes over 10 ticks, stays for 20 and changes back over 10.
func TestProgress(t *testing.T) {
	times := Times{Ramp: 10, Hold: 20, Back: true}
	for since, want := range map[int64]float32{0: 0, 3: 0.3, 9: 0.9, 10: 1, 29: 1, 30: 1, 33: 0.7, 39: 0.1, 40: 0} {
		got, over := times.Progress(since)
		if d := got - want; d > 1e-6 || d < -1e-6 || over != (since == 40) {
			t.Errorf("after %d ticks the progress is %g, over: %t; want %g, %t", since, got, over, want, since == 40)
		}
	}
	// a change that was added 4 ticks late goes from 0 to 1 in the 6 ticks that are left
	if got, _ := (Times{Late: 4, Ramp: 10}).Progress(7); got != 0.5 {
		t.Errorf("halfway between the 4th and the 10th tick the progress is %g, want 0.5", got)
	}
	// 3x² - 2x³ at 1/4 is 5/32
	if got, _ := (Times{Ramp: 8, Smooth: true}).Progress(2); got != 5./32 {
		t.Errorf("a quarter into a smooth ramp the progress is %g, want 5/32", got)
	}
}

// LastSet agrees with a search through all earlier ticks for the last one that must be set: a tick of a ramp,
// or the last tick of the first ramp.
func TestLastSet(t *testing.T) {
	tr := Transition{From: 100, Ramp: 5, Hold: 7, Back: true}
	for tick := tr.From; tick < 130; tick++ {
		last := tr.From
		for at := tr.From; at <= tick && at <= tr.End(); at++ {
			if since := at - tr.From; since <= 5 || since >= 12 {
				last = at
			}
		}
		if got := tr.LastSet(tick); got != last {
			t.Errorf("the last tick up to %d is %d, want %d", tick, got, last)
		}
	}
}

func TestTransitionAsJSON(t *testing.T) {
	old := &Transition{Key: "vision", Was: 3., Value: 4.5, From: 60, Joined: 70, Ramp: 30, Hold: 10, Back: true, Smooth: true}
	data, err := json.Marshal(old)
	if err != nil {
		t.Fatal(err)
	}
	parse := func(key string, data []byte) (any, error) {
		if key != "vision" {
			return nil, fmt.Errorf("the key is %q", key)
		}
		var x float64
		err := json.Unmarshal(data, &x)
		return x, err
	}
	is, err := ReadTransition(data, parse)
	if err != nil || !reflect.DeepEqual(old, is) {
		t.Errorf("%+v is read as %+v (%v)", old, is, err)
	}
	if _, err := ReadTransition([]byte(`{"key":"vision","was":1,"value":2,"from":-1}`), parse); err == nil {
		t.Error("a transition before tick 0 is accepted")
	}
}
