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
			return usagef("%s: what is simulated has whole ticks between its frames: want a whole number, such as 30; export and render take %[1]s of a recording", text)
		}
	}
	if target.Kind() == reflect.Pointer {
		target.Set(reflect.ValueOf(&n))
	} else {
		target.SetInt(int64(n))
	}
	return nil
}
