package lanes

import (
	"reflect"
	"testing"
)

func TestClearMateSums(t *testing.T) {
	s := MakeMateSums()
	arrays := 0
	var each func(v reflect.Value, do func([]float32))
	each = func(v reflect.Value, do func([]float32)) {
		for k := range v.NumField() {
			if v.Field(k).Kind() == reflect.Struct {
				each(v.Field(k), do)
				continue
			}
			do(v.Field(k).Interface().([]float32))
		}
	}
	each(reflect.ValueOf(s), func(a []float32) {
		arrays++
		for i := range a {
			a[i] = 1
		}
	})
	s.Clear(3)
	each(reflect.ValueOf(s), func(a []float32) {
		if a[0] != 0 || a[2] != 0 || a[3] != 1 {
			t.Errorf("after Clear(3), an array begins with %v, want 0, 0, 0, 1", a[:4])
		}
	})
	if arrays < 9 {
		t.Errorf("there are %d arrays, want at least 9", arrays)
	}
}
