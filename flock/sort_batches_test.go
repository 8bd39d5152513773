package flock

import (
	"reflect"
	"testing"
)

// Every part of every column that boids carry is sorted exactly once, and no batch uses a spare array twice.
func TestColumnsAreSorted(t *testing.T) {
	w := world(t, Def{TickRate: 30, Flock: Flock{Params: PaperParams()}})
	arrays, parts := map[any]bool{}, 0
	for _, c := range w.flocks[0].columns {
		if !c.Silent {
			parts += len(c.Parts)
		}
	}
	for k, batch := range w.flocks[0].batches {
		spares := map[any]bool{}
		for _, f := range batch {
			v := reflect.ValueOf(f)
			array, spare := v.Field(0).Pointer(), v.Field(1).Pointer()
			if arrays[array] || spares[spare] {
				t.Errorf("batch %d has an array or a spare array twice", k)
			}
			arrays[array], spares[spare] = true, true
		}
	}
	if len(arrays) != parts {
		t.Errorf("%d arrays are sorted, want %d", len(arrays), parts)
	}
}
