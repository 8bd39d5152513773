package main

import (
	"reflect"
	"strconv"

	"github.com/alecthomas/kong"

	"skein/flock/export"
)

// Rate is frames a second, as in --fps 30000/1001. The zero value is none given.
type Rate export.Rate

// UnmarshalText reads a number or a quotient.
func (r *Rate) UnmarshalText(text []byte) (err error) {
	rate, err := export.ParseRate(string(text))
	*r = Rate(rate)
	return err
}

// or is the rate, or a whole one if none was given.
func (r Rate) or(whole int) export.Rate {
	if r == (Rate{}) {
		return export.Whole(whole)
	}
	return export.Rate(r)
}

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
			return usagef("%s: "+reason, text, text)
		}
	}
	if target.Kind() == reflect.Pointer {
		target.Set(reflect.ValueOf(&n))
	} else {
		target.SetInt(int64(n))
	}
	return nil
}
