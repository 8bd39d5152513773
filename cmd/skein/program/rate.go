package program

import (
	"reflect"
	"strconv"

	"github.com/alecthomas/kong"

	"skein/cmd/skein/internal/usage"
	"skein/flock/export"
)

// tickRate reads --fps for commands that simulate. Frames must fall on ticks.
func tickRate(ctx *kong.DecodeContext, target reflect.Value) error {
	return wholeRate(ctx, target, "must be a whole number such as 30, because frames of a simulation fall on ticks; export and render accept %s")
}

// measuredRate reads --fps for commands that measure. Measurements fall on ticks or recorded frames.
func measuredRate(ctx *kong.DecodeContext, target reflect.Value) error {
	return wholeRate(ctx, target, "must be a whole number such as 30, because measurements fall on ticks or recorded frames; export and render accept %s")
}

// wholeRate reads a whole number of frames per second. For any other rate, the error is reason, with the rate
// in the place of %s.
func wholeRate(ctx *kong.DecodeContext, target reflect.Value, reason string) error {
	var text string
	if err := ctx.Scan.PopValueInto("number", &text); err != nil {
		return err
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		rate, err := export.ParseRate(text)
		if err != nil {
			return err
		}
		if n = int(rate.Num); rate.Den != 1 {
			return usage.Errorf("%s: "+reason, text, text)
		}
	}
	if target.Kind() == reflect.Pointer {
		target.Set(reflect.ValueOf(&n))
	} else {
		target.SetInt(int64(n))
	}
	return nil
}
