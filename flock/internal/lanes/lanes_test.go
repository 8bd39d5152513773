package lanes

import (
	"reflect"
	"testing"
)

// each calls f with every array in a struct of arrays.
func each(v reflect.Value, f func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			each(v.Field(i), f)
		}
	case reflect.Slice:
		f(v)
	}
}

func numbered(n int) *Boids {
	b := Make(n)
	k := 0
	each(reflect.ValueOf(&b).Elem(), func(a reflect.Value) {
		for i := range a.Len() {
			k++
			a.Index(i).Set(reflect.ValueOf(k).Convert(a.Type().Elem()))
		}
	})
	return &b
}

// number is the i-th of an array.
func number(a reflect.Value, i int) int {
	return int(a.Index(i).Convert(reflect.TypeFor[int]()).Int())
}

func TestCopyTakesAll(t *testing.T) {
	b := numbered(3)
	b.Copy(0, 2)
	k := 0
	each(reflect.ValueOf(b).Elem(), func(a reflect.Value) {
		if number(a, 0) != k+3 || number(a, 1) != k+2 || number(a, 2) != k+3 {
			t.Errorf("array %d holds %v", k/3, a)
		}
		k += 3
	})
	if k != 3*21 {
		t.Errorf("a boid is %d numbers, want 21", k/3)
	}
}

func TestResizeKeepsAndLeavesRoom(t *testing.T) {
	for _, n := range []int{0, 2, 3, 4, 100} {
		b := numbered(3)
		b.Resize(n)
		k := 0
		each(reflect.ValueOf(b).Elem(), func(a reflect.Value) {
			if a.Len() != n || a.Cap() < n+Pad {
				t.Errorf("to %d: array %d has %d and room for %d", n, k/3, a.Len(), a.Cap())
			}
			for i := range min(n, 3) {
				if number(a, i) != k+i+1 {
					t.Errorf("to %d: array %d holds %v", n, k/3, a)
				}
			}
			k += 3
		})
	}
}

func TestSliceShares(t *testing.T) {
	b := numbered(5)
	s := b.Slice(2, 4)
	k := 0
	each(reflect.ValueOf(s), func(a reflect.Value) {
		if a.Len() != 2 || number(a, 0) != k+3 || number(a, 1) != k+4 {
			t.Errorf("array %d holds %v", k/5, a)
		}
		k += 5
	})
	if s.Left[1] = -1; b.Left[3] != -1 {
		t.Error("a slice has memory of its own")
	}
}

// A block has room for whole sixteens in every array, and a bit for each boid.
func TestMakeBlock(t *testing.T) {
	for _, n := range []int{0, 1, 15, Size} {
		b := MakeBlock(n)
		each(reflect.ValueOf(b), func(a reflect.Value) {
			if bits := a.Type().Elem().Bits(); bits == 64 && 64*a.Len() < n || bits == 32 && a.Cap() < (n+15)/16*16 {
				t.Errorf("of %d: an array of %d", n, a.Len())
			}
		})
	}
}
