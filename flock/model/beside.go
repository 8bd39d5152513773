package model

import (
	"reflect"

	"skein/flock"
	"skein/flock/rules"
)

// unpublished are rules of skein's own that belong to no model.
func unpublished() flock.ModelDef {
	return flock.ModelDef{Name: "skein", Rules: []flock.Rule{
		&rules.Follow{Range: 60}, &rules.Chase{Range: 60}, &rules.Flee{Range: 20}, &rules.GiveWay{Range: 6}, &rules.Scatter{},
		&rules.Paths{}, &rules.Goals{}, &rules.Roosts{}, &rules.Shun{}, &rules.Soar{}, &rules.Perches{},
		&rules.Alarm{Range: 12, Reach: 2.2, Delay: 0.16, Seconds: 1.5},
		&rules.Hunt{Range: 300, Turn: 4, Push: 0.5, StrikeRange: 0.4, MissRange: 2, Crowd: 3, StoopHeight: 35, Longest: 12, Rest: 12},
		&rules.AvoidObstacles{Avoid: 1, Seconds: 2, Berth: 1},
	}}
}

// guests returns the rules of all other models and of none, each once: those that the model
// has beside its own, and the others with the values that their own model gives them, but
// switched off.
func guests(own flock.ModelDef, all []flock.ModelDef) (beside []flock.Guest) {
	kind := func(r flock.Rule) reflect.Type { return reflect.TypeOf(r) }
	known := map[reflect.Type]bool{}
	for _, r := range own.Rules {
		known[kind(r)] = true
	}
	for _, g := range own.Beside {
		known[kind(g.Rule)] = true
		beside = append(beside, g)
	}
	for _, def := range append(all[:len(all):len(all)], unpublished()) {
		for _, r := range def.Rules {
			if !known[kind(r)] {
				known[kind(r)] = true
				beside = append(beside, flock.Guest{Of: def.Name, Rule: switchedOff(r)})
			}
		}
	}
	return beside
}

// switchedOff returns a copy of a rule that is off by its weight: the first of its numbers
// that switches it off, or if none does alone the first few that do so together. One that
// heeds what is around the flock is at work by itself, where there is anything.
func switchedOff(r flock.Rule) flock.Rule {
	if _, heeds := r.(interface {
		Heeds(*flock.Surroundings) bool
	}); heeds {
		return without(r)
	}
	fields := weights(r)
	for k, f := range fields {
		for _, off := range []flock.Rule{without(r), without(r, f), without(r, fields[:k+1]...)} {
			if s, ok := off.(interface{ On() bool }); ok && !s.On() {
				return off
			}
		}
	}
	return without(r) // what it shares switches it
}

// weights returns the fields of a rule that may be its weight.
func weights(r flock.Rule) (fields []int) {
	t := reflect.TypeOf(r).Elem()
	for k := range t.NumField() {
		if f := t.Field(k); f.Tag.Get("doc") != "" && f.Type.Kind() == reflect.Float32 {
			fields = append(fields, k)
		}
	}
	return fields
}

// without returns a copy of a rule in which some fields are 0.
func without(r flock.Rule, fields ...int) flock.Rule {
	v := reflect.New(reflect.TypeOf(r).Elem())
	v.Elem().Set(reflect.ValueOf(r).Elem())
	for _, k := range fields {
		v.Elem().Field(k).SetZero()
	}
	return v.Interface().(flock.Rule)
}
