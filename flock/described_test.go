package flock

import (
	"testing"

	"skein/flock/around"
	"skein/flock/param"
)

func TestThingsAreDescribed(t *testing.T) {
	for _, kind := range around.ThingKinds() {
		thing := new(around.Surroundings).Add(kind)
		for f := range param.Fields(thing) {
			if d, err := param.Describe(f); err != nil || d.Doc == "" {
				t.Errorf("%s: the property %s is described as %+v (error %v), want a doc", kind, f.Name, d, err)
			}
		}
	}
}
