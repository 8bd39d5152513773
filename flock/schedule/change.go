// Package schedule describes changes of parameters and things that a scenario plans: when they begin, or the
// condition for which they wait, and how a value moves.
package schedule

import (
	"fmt"

	"skein/flock/param"
)

// Change is a scheduled change of a parameter, or of a property of a thing in the surroundings, for example
// to scatter a flock, as in S0. Each tick at which the value changes has the event of an ordinary edit:
// ParamsChanged or SurroundingsChanged. At the first tick, ScheduleBegan describes the whole change. A
// recording stores ScheduleBegan instead of the edits.
type Change struct {
	At     float32    // seconds since tick 0
	When   *Condition // condition for which the change waits after At; nil if it does not wait
	Flock  int        // index of the flock whose parameter changes, from 0
	Thing  string     // name of the thing whose property changes; "" if a parameter changes
	Key    string
	Value  any     // new value, as for flock.Params.Set or [around.Property.Set]
	Ramp   float32 // time in which a number changes to the new value, s; 0 if it changes at once
	Hold   float32 // time after which the value changes back in the same way, s; 0 if the change is permanent
	Smooth bool    // whether a ramp follows 3x² - 2x³ instead of a straight line
}

// MaxSeconds is the largest value of At, Ramp and Hold of a change, s. MaxChanges is the
// largest number of changes.
const (
	MaxSeconds = 1e6
	MaxChanges = 10_000
)

// End returns the time at which the change has ended, s.
func (c *Change) End() float64 {
	if c.Hold == 0 {
		return float64(c.At) + float64(c.Ramp)
	}
	return float64(c.At) + 2*float64(c.Ramp) + float64(c.Hold)
}

// CheckTimes returns an error if the times of the change are invalid. The error is a [KeyError].
func (c *Change) CheckTimes() error {
	for _, t := range []struct {
		name, key string
		value     float32
	}{{"at", "at", c.At}, {"ramp", "ramp", c.Ramp}, {"hold", "seconds", c.Hold}} {
		if err := param.InRange(t.name, "s", float64(t.value), 0, MaxSeconds); err != nil {
			return &KeyError{t.key, err}
		}
	}
	return nil
}

// CheckRamp returns an error if the change has a ramp, but its value cannot change gradually.
func (c *Change) CheckRamp(ramps bool) error {
	if c.Ramp > 0 && !ramps {
		return &KeyError{"ramp", fmt.Errorf("%s cannot change gradually: its ramp must be 0", c.Key)}
	}
	return nil
}

// SameTarget reports whether both changes change the same value.
func (c *Change) SameTarget(o *Change) bool {
	return c.Key == o.Key && c.Thing == o.Thing && (c.Thing != "" || c.Flock == o.Flock)
}

// Times holds the times of a change, in ticks.
type Times struct {
	Late       int64 // ticks from the beginning until the change was added
	Ramp, Hold int64
	Back       bool // whether the value changes back after Hold
	Smooth     bool // as in [Change]
}

// Progress returns the fraction of a change, from 0 to 1, when the given number of ticks have passed since
// its beginning. If the value changes back, the fraction returns to 0. over reports whether the change has
// ended.
func (t Times) Progress(since int64) (share float32, over bool) {
	back := since - t.Ramp - t.Hold
	switch {
	case since < t.Ramp:
		share = float32(since-t.Late) / float32(t.Ramp-t.Late)
	case !t.Back:
		return 1, true
	case back < 0:
		return 1, false
	case back < t.Ramp:
		share = 1 - float32(back)/float32(t.Ramp)
	default:
		return 0, true
	}
	if t.Smooth {
		share = float32(share*share) * (3 - float32(2*share))
	}
	return share, false
}

// KeyError is an error in the value of a key of an event in a scenario file.
type KeyError struct {
	Key string
	Err error
}

// Error implements [error].
func (k *KeyError) Error() string { return k.Err.Error() }

// Unwrap returns the error without the key.
func (k *KeyError) Unwrap() error { return k.Err }
