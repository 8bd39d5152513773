package program

import (
	"reflect"
	"strconv"

	"github.com/alecthomas/kong"

	"skein/cmd/skein/internal/usage"
	"skein/flock/export"
)

// tickRate reads --fps where frames are to fall on ticks, into a whole number.
func tickRate(ctx *kong.DecodeContext, target reflect.Value) error {
	return wholeRate(ctx, target, "what is simulated has whole ticks between its frames: want a whole number, such as 30; export and render take %s of a recording")
}

// measuredRate reads --fps where measurements are to fall on ticks or recorded frames.
func measuredRate(ctx *kong.DecodeContext, target reflect.Value) error {
	return wholeRate(ctx, target, "what is measured are ticks of a scenario or frames of a recording as they are: want a whole number, such as 30; a rate of %s is for export and render")
}

// wholeRate reads a whole number of frames a second. It refuses other rates for a reason,
// in which %s stands for the rate.
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
