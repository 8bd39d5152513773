package models

import (
	"reflect"
	"testing"
)

// TestPack checks that an unpacked bird equals the packed one and shares the model's textures,
// and that damaged data and other models give errors.
func TestPack(t *testing.T) {
	m, err := Builtin("starling")
	if err != nil {
		t.Fatal(err)
	}
	want, err := m.Bake(BakeOptions{Stances: true})
	if err != nil {
		t.Fatal(err)
	}
	data, err := want.Pack()
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.Unpack(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the unpacked bird differs")
	}
	if got.Parts[0].Material.Texture != want.Parts[0].Material.Texture || &got.Levels[0].Parts[0].Positions[0] != &got.Parts[0].Positions[0] {
		t.Error("shared data was duplicated")
	}
	if len(want.Levels) < 3 || want.Parts[0].Positions == nil || len(want.Levels[1].Parts[0].Positions) == 0 {
		t.Error("packing modified the bird")
	}
	if _, err := m.Unpack(data[:len(data)/2]); err == nil {
		t.Error("half of the data was accepted")
	}
	other := &Model{parts: make([]part, len(m.parts)+1)}
	if _, err := other.Unpack(data); err == nil {
		t.Error("data of another model was accepted")
	}
	file, err := birds.ReadFile("starling.glb")
	if err != nil {
		t.Fatal(err)
	}
	same, err := decode("sparrow.glb", file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if named, err := same.Unpack(data); err != nil || named.Name != "sparrow.glb" || !reflect.DeepEqual(same.Digest(), m.Digest()) {
		t.Errorf("%v: under another name, the bird is called %q", err, named.Name)
	}
	again, err := Builtin("goose")
	if err != nil {
		t.Fatal(err)
	}
	if reflect.DeepEqual(again.Digest(), m.Digest()) || len(m.Digest()) == 0 {
		t.Error("two models have the same digest")
	}
}
