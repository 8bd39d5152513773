package param

import (
	"reflect"
	"testing"
)

func TestDescribe(t *testing.T) {
	var of struct {
		Vision  float32 `key:"vision" label:"Sight" unit:"m" range:"0.1,100" slider:"15" with:"seeing" doc:"How far"`
		Shape   string  `key:"shape" options:"box,ball" doc:"What"`
		Private int
		Capital float32 `key:"Capital"`
		Swapped float32 `key:"swapped" range:"2,1"`
		Endless float32 `key:"endless" range:"0,Inf"`
		Beyond  float32 `key:"beyond" range:"0,1" slider:"2"`
	}
	want := map[string]Description{
		"Vision": {Key: "vision", Label: "Sight", Unit: "m", Doc: "How far", Min: 0.1, Max: 100, Soft: 15, With: "seeing"},
		"Shape":  {Key: "shape", Label: "Shape", Doc: "What", Options: []string{"box", "ball"}},
	}
	n := 0
	for f := range Fields(&of) {
		n++
		got, err := Describe(f)
		if w, ok := want[f.Name]; ok != (err == nil) || ok && !reflect.DeepEqual(got, w) {
			t.Errorf("Describe(%s) = %+v, %v; want %+v", f.Name, got, err, w)
		}
	}
	if n != 6 {
		t.Errorf("Fields yields %d fields, want the 6 with a key", n)
	}
}

func TestCheck(t *testing.T) {
	d := Description{Key: "vision", Unit: "m", Min: 0.1, Max: 100}
	for value, want := range map[float64]string{
		float64(float32(0.1)): "", 100: "",
		101:     "vision is 101 m: must be 0.1 to 100 m",
		0.09:    "vision is 0.09 m: must be 0.1 to 100 m",
		1234567: "vision is 1234567 m: must be 0.1 to 100 m",
	} {
		got := ""
		if err := d.Check(value); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("Check(%v) = %q, want %q", value, got, want)
		}
	}
}
