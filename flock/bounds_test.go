package flock

import (
	"testing"

	"skein/flock/lead"
)

func TestValidateWrap(t *testing.T) {
	p := DefaultParams()
	put(&p, "bounds", Wrap, "bounds_size", 20)
	wantError(t, p.Validate(), "bounds_size is 20 m: must be more than twice lonely_range, 12 m, in a world that wraps")
	put(&p, "lonely_count", 0, "bounds_size", 16)
	wantError(t, p.Validate(), "bounds_size is 16 m: must be more than twice salience_range, 8 m")
	put(&p, "leadership", 0, "bounds_size", 7)
	wantError(t, p.Validate(), "bounds_size is 7 m: must be more than twice vision, 3.5 m")
	put(&p, "bounds_size", 7.01)
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
	put(&p, "bounds_size", 991)
	wantError(t, p.Validate(), "bounds_size is 991 m: must be at most 990 m in a world that wraps")
	put(&p, "bounds_size", 7.01)
	// with PrintedTrigger, boids lead even at X = 0, so salience_range is in use
	put(&p, "trigger", lead.PrintedTrigger)
	wantError(t, p.Validate(), "twice salience_range, 8 m")
	put(&p, "bounds", SoftBox, "bounds_size", 0)
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
}
