package look

import (
	"reflect"
	"testing"
)

// leaves adds to the map all the address and the path of every value in a Look that can be set separately.
func leaves(v reflect.Value, path string, all map[any]string) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[Target]() {
			all[v.Addr().Interface()] = path
			return
		}
		for k := range v.NumField() {
			leaves(v.Field(k), path+"."+v.Type().Field(k).Name, all)
		}
	default:
		all[v.Addr().Interface()] = path
	}
}

// Each field of a Look has one row in the table, each row has one field, and Copy copies only this field.
func TestEveryFieldHasItsRow(t *testing.T) {
	var other Look
	v := reflect.ValueOf(&other).Elem()
	addresses := map[any]string{}
	leaves(v, "Look", addresses)
	if n := len(Settings()); n != len(addresses) {
		t.Errorf("Settings has %d rows, want one for each of the %d fields", n, len(addresses))
	}
	for at, path := range addresses {
		old := other
		set := reflect.ValueOf(at).Elem()
		switch set.Kind() {
		case reflect.Float32:
			set.SetFloat(set.Float() + 1)
		case reflect.Int:
			set.SetInt(1 - min(set.Int(), 1))
		case reflect.Bool:
			set.SetBool(!set.Bool())
		case reflect.String:
			set.SetString(set.String() + "x")
		case reflect.Array:
			set.Index(1).SetFloat(set.Index(1).Float() + 1)
		case reflect.Struct:
			set.FieldByName("Fixed").SetBool(true)
		default:
			t.Fatalf("%s is a %s", path, set.Kind())
		}
		current, rows := other, 0
		for _, s := range Settings() {
			if s.Alike(&old, &current) {
				continue
			}
			rows++
			copied := old
			if s.Copy(&copied, &current); copied != current {
				t.Errorf("%s: a copy of %s.%s is %+v, want %+v", path, s.Section, s.Key, copied, current)
			}
		}
		if rows != 1 {
			t.Errorf("%s has %d rows", path, rows)
		}
		carried := old
		if Carry(&carried, &old, &current); carried != current {
			t.Errorf("%s is not carried over", path)
		}
	}
}

// Every row of the table has all texts that the window shows, and a default within its range.
func TestRowsAreComplete(t *testing.T) {
	l, keys := Default(), map[string]bool{}
	for _, s := range Settings() {
		name := s.Section + "." + s.Key
		if keys[name] || s.Doc == "" || !s.InFile && s.Label == "" {
			t.Errorf("%s: the setting occurs twice, or has no label or doc", name)
		}
		keys[name] = true
		switch v := s.At(&l).(type) {
		case *float32:
			if x := float64(*v); x < s.Min || x > s.Max || s.Soft > s.Max {
				t.Errorf("%s: %v is not within %v to %v", name, x, s.Min, s.Max)
			}
			if s.Log && s.Min <= 0 {
				t.Errorf("the logarithmic setting %s starts at %v, want above 0", name, s.Min)
			}
		case Choice:
			if k := v.Get(); k < 0 || k >= len(s.Options) {
				t.Errorf("%s: the choice %d is not one of the %d options", name, k, len(s.Options))
			}
		}
	}
}

// The cloud cover has an effect with clouds now or after the planned change, and never with a painted sky.
func TestClouds(t *testing.T) {
	idle := func(key string, l *Look) bool {
		for _, s := range Settings() {
			if s.Section == "light" && s.Key == key {
				return s.Idle != nil && s.Idle(l)
			}
		}
		t.Fatalf("no setting %q", key)
		return false
	}
	for _, c := range []struct {
		sky       Sky
		now, next Weather
		over      float32
		clouds    bool // whether the setting of the cloud cover has no effect
	}{
		{AirSky, Clear, Clear, 0, true}, {AirSky, Clear, Storm, 0, true}, {AirSky, Clear, Clear, 60, true},
		{AirSky, Clear, Storm, 60, false}, {AirSky, Fair, Clear, 60, false}, {AirSky, Fair, Clear, 0, false},
		{PaintedSky, Fair, Storm, 60, true}, {PaintedSky, Clear, Storm, 60, true},
	} {
		l := Default()
		l.Light.Sky, l.Light.Weather, l.Light.Next, l.Light.NextOver = c.sky, c.now, c.next, c.over
		if got := idle("clouds", &l); got != c.clouds {
			t.Errorf("%+v: clouds are idle: %t, want the opposite", c, got)
		}
		for _, key := range []string{"next_weather", "next_at", "next_seconds"} {
			if got := idle(key, &l); got != (c.sky == PaintedSky) {
				t.Errorf("%+v: %s is idle: %t, want the opposite", c, key, got)
			}
		}
	}
}
