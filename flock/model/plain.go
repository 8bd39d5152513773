package model

import (
	"strings"

	"skein/flock"
)

// plain returns a model to which users add formula rules. Its world wraps around. A name that begins with
// "plain-steps" counts in steps, and one that ends in "2d" is in the plane.
func plain(name string) flock.ModelDef {
	def := flock.ModelDef{
		Name: name, Title: "no rules of its own; a base for rules that you write", Source: "this program",
		Count:  300,
		Sight:  flock.Sight{Vision: 5, Nearest: 7, FieldOfView: 360},
		Speeds: flock.Speeds{MinSpeed: 5, MaxSpeed: 10},
		Space:  flock.Space{Bounds: flock.Wrap, BoundsSize: 250},
		Flight: flock.Flight{Wingspan: 0.7, FlapRate: 5, BankTime: 0.35, GlideSink: 0.25},
	}
	if strings.HasPrefix(name, "plain-steps") {
		def.Units, def.Title = flock.PerStep, def.Title+"; counts in steps"
		def.Speeds = flock.Speeds{MinSpeed: 0.2, MaxSpeed: 2}
	}
	if strings.HasSuffix(name, "2d") {
		def.Plane, def.Title = true, def.Title+", in the plane"
	}
	return def
}

// Plain returns the names of the models that have no rules of their own.
func Plain() []string { return []string{"plain", "plain-2d", "plain-steps", "plain-steps-2d"} }
