//go:build cgo && !nowindow

package ui

import (
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
)

func TestOpenReplacesTheParameters(t *testing.T) {
	keys := func(specs []flock.Spec) (all []string) {
		for _, s := range specs {
			all = append(all, s.Key)
		}
		slices.Sort(all)
		return all
	}
	p := NewPanel([]flock.Params{testscene.Def("murmuration").Params}, look.Default(), "")
	for _, name := range scenario.Names() {
		def := testscene.Def(name)
		p.Open([]flock.Params{def.Params}, look.Default(), name)
		if got, want := keys(p.specs), keys(def.Params.Specs()); !slices.Equal(got, want) {
			t.Errorf("%s: the panel has %v, want %v", name, got, want)
		}
	}
}
