package model

import (
	"reflect"

	"skein/flock"
	"skein/flock/rules"
)

func extraRules() flock.ModelDef {
	return flock.ModelDef{Name: "skein", Rules: []flock.Rule{
		&rules.Follow{Range: 60}, &rules.Chase{Range: 60}, &rules.Flee{Range: 20}, &rules.GiveWay{Range: 6}, &rules.Scatter{},
		&rules.Paths{}, &rules.Goals{}, &rules.Roosts{}, &rules.Shun{}, &rules.Soar{}, &rules.Perches{},
		&rules.Alarm{Range: 12, Reach: 2.2, Delay: 0.16, Seconds: 1.5},
		&rules.Hunt{Range: 300, Turn: 4, Push: 0.5, StrikeRange: 0.4, MissRange: 2, Crowd: 3, StoopHeight: 35, Longest: 12, Rest: 12},
		&rules.Shape{Damp: 0.3, Wide: 2.8, Long: 7.2, Most: 5},
		&rules.AvoidObstacles{Avoid: 1, Seconds: 2, Berth: 1},
	}}
}

// guestRules returns the guest rules of a model: those of its definition, then the rules of all other models,
// and then rules that belong to no model, without repetition. A rule of another model keeps its parameters,
// but is switched off.
func guestRules(own flock.ModelDef, all []flock.ModelDef) (guests []flock.Guest) {
	kind := func(r flock.Rule) reflect.Type { return reflect.TypeOf(r) }
	known := map[reflect.Type]bool{}
	for _, r := range own.Rules {
		known[kind(r)] = true
	}
	for _, g := range own.Guests {
		known[kind(g.Rule)] = true
		guests = append(guests, g)
	}
	for _, def := range append(all[:len(all):len(all)], extraRules()) {
		for _, r := range def.Rules {
			if !known[kind(r)] {
				known[kind(r)] = true
				guests = append(guests, flock.Guest{Owner: def.Name, Rule: switchedOff(r)})
			}
		}
	}
	return guests
}

// switchedOff returns a copy of a rule that is switched off. It sets one weight to 0 if that suffices,
// otherwise several.
func switchedOff(r flock.Rule) flock.Rule {
	fields := weights(r)
	for k, f := range fields {
		for _, off := range []flock.Rule{withZero(r), withZero(r, f), withZero(r, fields[:k+1]...)} {
			if s, ok := off.(interface{ IsActive() bool }); ok && !s.IsActive() {
				return off
			}
		}
	}
	return withZero(r) // other rules share these parameters
}

func weights(r flock.Rule) (fields []int) {
	t := reflect.TypeOf(r).Elem()
	for k := range t.NumField() {
		if f := t.Field(k); f.Tag.Get("doc") != "" && f.Type.Kind() == reflect.Float32 {
			fields = append(fields, k)
		}
	}
	return fields
}

func withZero(r flock.Rule, fields ...int) flock.Rule {
	v := reflect.New(reflect.TypeOf(r).Elem())
	v.Elem().Set(reflect.ValueOf(r).Elem())
	for _, k := range fields {
		v.Elem().Field(k).SetZero()
	}
	return v.Interface().(flock.Rule)
}
