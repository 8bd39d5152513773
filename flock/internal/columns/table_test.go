package columns

import (
	"reflect"
	"testing"

	"skein/flock/internal/lanes"
)

func eachSlice(v reflect.Value, f func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			eachSlice(v.Field(i), f)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Slice {
			f(v)
			return
		}
		for i := range v.Len() {
			eachSlice(v.Index(i), f)
		}
	}
}

func testColumns() Table {
	return New(Own{Name: "drift", Vector: true}, Own{Name: "rest"})
}

func numberedBoids(n int) *lanes.Boids {
	b := lanes.Boids{Own: make([][]float32, testColumns().OwnArrays())}
	testColumns().Resize(&b, n)
	k := 0
	eachSlice(reflect.ValueOf(&b).Elem(), func(a reflect.Value) {
		for i := range a.Len() {
			k++
			a.Index(i).Set(reflect.ValueOf(k).Convert(a.Type().Elem()))
		}
	})
	return &b
}

func numberAt(a reflect.Value, i int) int {
	return int(a.Index(i).Convert(reflect.TypeFor[int]()).Int())
}

// TestColumnsCopyAll: the table of columns contains every array with data of boids.
func TestColumnsCopyAll(t *testing.T) {
	b := numberedBoids(3)
	testColumns().Copy(b, 0, 2)
	k := 0
	eachSlice(reflect.ValueOf(b).Elem(), func(a reflect.Value) {
		if numberAt(a, 0) != k+3 || numberAt(a, 1) != k+2 || numberAt(a, 2) != k+3 {
			t.Errorf("array %d contains %v, want the copied boids", k/3, a)
		}
		k += 3
	})
	parts := 0
	for _, c := range testColumns() {
		parts += len(c.Parts)
	}
	if k != 3*parts {
		t.Errorf("a boid has %d arrays, but its columns have %d parts", k/3, parts)
	}
}

func TestColumnsResizeAndLeaveRoom(t *testing.T) {
	for _, n := range []int{0, 2, 3, 4, 100} {
		b := numberedBoids(3)
		testColumns().Resize(b, n)
		k := 0
		eachSlice(reflect.ValueOf(b).Elem(), func(a reflect.Value) {
			if a.Len() != n || a.Cap() < n+lanes.Pad {
				t.Errorf("resized to %d boids, array %d has the length %d and the capacity %d, want the number and its padding", n, k/3, a.Len(), a.Cap())
			}
			for i := range min(n, 3) {
				if numberAt(a, i) != k+i+1 {
					t.Errorf("resized to %d boids, array %d contains %v, want the old numbers", n, k/3, a)
				}
			}
			k += 3
		})
	}
}

func TestColumnsWindowsShare(t *testing.T) {
	b := numberedBoids(5)
	s := lanes.Boids{Own: make([][]float32, testColumns().OwnArrays())}
	for _, w := range testColumns().Windows(&s, b) {
		w.Slide(2, 4)
	}
	k := 0
	eachSlice(reflect.ValueOf(s), func(a reflect.Value) {
		if a.Len() != 2 || numberAt(a, 0) != k+3 || numberAt(a, 1) != k+4 {
			t.Errorf("array %d of the window contains %v, want boids 3 and 4", k/5, a)
		}
		k += 5
	})
	if s.Left[1] = -1; b.Left[3] != -1 {
		t.Error("a change in a window does not change the columns")
	}
}

// Every array of a block has room for the boids, rounded up to a multiple of 16.
func TestColumnsBlock(t *testing.T) {
	for _, n := range []int{0, 1, 15, lanes.Size} {
		b := testColumns().NewBlock(n)
		b.State, b.Fourth = b.Pos, b.Pos.X // while a rule runs, these fields are the rule's own arrays
		eachSlice(reflect.ValueOf(b), func(a reflect.Value) {
			if bits := a.Type().Elem().Bits(); bits == 64 && 64*a.Len() < n || bits == 32 && a.Cap() < (n+15)/16*16 {
				t.Errorf("with %d boids, an array has the length %d, which is too short", n, a.Len())
			}
		})
	}
}
