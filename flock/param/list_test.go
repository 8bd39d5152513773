package param

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// structDeclaring returns a pointer to a struct that declares n parameters of a type.
func structDeclaring(n int, of reflect.Type) any {
	fields := make([]reflect.StructField, n)
	for k := range fields {
		fields[k] = reflect.StructField{
			Name: fmt.Sprintf("F%d", k), Type: of,
			Tag: reflect.StructTag(fmt.Sprintf(`key:"%s_%d" range:"0,1" doc:"A parameter of this test"`, of.Kind(), k)),
		}
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// A model with more parameters than Params can hold is an error of one line.
func TestTooManyParameters(t *testing.T) {
	nobody := func(any) (owner, rule string) { return "", "" }
	for _, c := range []struct {
		of   reflect.Type
		most int
		want string
	}{
		{reflect.TypeFor[float32](), maxFloats, "257 numbers (at most 256)"},
		{reflect.TypeFor[int](), maxInts, "49 whole numbers and choices (at most 48)"},
		{reflect.TypeFor[bool](), maxBools, "25 switches (at most 24)"},
	} {
		if _, err := NewList([]any{structDeclaring(c.most, c.of)}, nobody, nil); err != nil {
			t.Errorf("%d of %v: %v", c.most, c.of, err)
		}
		_, err := NewList([]any{structDeclaring(c.most+1, c.of)}, nobody, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%d parameters of type %v give the error %v, want %q", c.most+1, c.of, err, c.want)
		}
	}
}
