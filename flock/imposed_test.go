package flock_test

import (
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/model"
)

func TestImposed(t *testing.T) {
	p := model.Starlings().Params()
	if got := model.With(p, "shape", 1).ImposedMeasures(); !slices.Equal(got, []string{"gravity", "length", "width"}) {
		t.Errorf("with the rule shape, the imposed measures are %v, want gravity, length and width", got)
	}
	if got := model.With(p, "shape", 0).ImposedMeasures(); len(got) > 0 {
		t.Errorf("without it: %v", got)
	}
	if got := (flock.Params{}).ImposedMeasures(); len(got) > 0 {
		t.Errorf("without a model, the imposed measures are %v, want none", got)
	}
}
