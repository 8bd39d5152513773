package flock_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"skein/flock"
	"skein/flock/scenario/testscene"
)

// The stored form of a joining flock says which flocks notice, follow and flee it.
func TestJoiningIsStored(t *testing.T) {
	p := testscene.Def("murmuration").Params.AsRecorded()
	by := flock.Regarders{Noticing: []int{2}, Following: []int{0, 1}, Fleeing: []int{3}}
	data, err := json.Marshal(&flock.Joining{Flock: flock.Flock{Species: "gull", Params: p}, Regarders: by})
	if err != nil {
		t.Fatal(err)
	}
	j, err := flock.ReadJoining(data, p.Model())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(j.Regarders, by) || j.Flock.Species != "gull" {
		t.Errorf("read back, the flock is %s, regarded by %+v; want %+v", j.Flock.Species, j.Regarders, by)
	}
	all := []flock.Flock{{Species: "a"}, {Species: "b"}, {Species: "c"}, {Species: "d"}, {Species: "gull"}}
	by.AddTo(func(k int) *flock.Flock { return &all[k] }, "gull")
	if got := flock.RegardersOf(all, 4); !reflect.DeepEqual(got, by) {
		t.Errorf("the lists of the flocks say %+v, want %+v", got, by)
	}
	all[3].Forget("gull")
	if got := flock.RegardersOf(all, 4); got.Fleeing != nil || got.Noticing == nil {
		t.Errorf("a flock that forgot the species is among %+v", got)
	}
}
