package models

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"skein/models/gltf"
	"skein/models/internal/testdoc"
)

// TestPack checks that an unpacked bird equals the packed one and shares the model's textures.
func TestPack(t *testing.T) {
	m, err := Builtin("starling")
	if err != nil {
		t.Fatal(err)
	}
	want, err := Bake(m, BakeOptions{Stances: true})
	if err != nil {
		t.Fatal(err)
	}
	data, err := want.Pack()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Unpack(m, data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the unpacked bird differs from the packed one")
	}
	if got.Parts[0].Material.Texture != want.Parts[0].Material.Texture || &got.Levels[0].Parts[0].Positions[0] != &got.Parts[0].Positions[0] {
		t.Error("shared data was duplicated")
	}
	if len(want.Levels) < 3 || want.Parts[0].Positions == nil || len(want.Levels[1].Parts[0].Positions) == 0 {
		t.Error("packing modified the bird")
	}
	if _, err := Unpack(m, data[:len(data)/2]); err == nil {
		t.Error("half of the data was accepted")
	}
	other := &gltf.Model{Parts: make([]gltf.Part, len(m.Parts)+1)}
	if _, err := Unpack(other, data); err == nil {
		t.Error("data of another model was accepted")
	}
	file, err := birds.ReadFile("starling.glb")
	if err != nil {
		t.Fatal(err)
	}
	same, err := gltf.Decode("sparrow.glb", file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if named, err := Unpack(same, data); err != nil || named.Name != "sparrow.glb" || !reflect.DeepEqual(same.Digest(), m.Digest()) {
		t.Errorf("under another name, the bird is called %[2]q (error %[1]v), want sparrow.glb and the same digest", err, named.Name)
	}
	second, err := Builtin("goose")
	if err != nil {
		t.Fatal(err)
	}
	if reflect.DeepEqual(second.Digest(), m.Digest()) || len(m.Digest()) == 0 {
		t.Error("two models have the same digest")
	}
}

// TestPackedWarnings checks that a bird from the cache has the same warnings about its file as a new
// bird.
func TestPackedWarnings(t *testing.T) {
	doc := testdoc.TexturedTriangle(t, []byte("no picture"))
	m, err := gltf.Decode("bird.glb", testdoc.Encode(t, doc), nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Bake(m, BakeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := b.Pack()
	if err != nil {
		t.Fatal(err)
	}
	second, err := Unpack(m, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []*Baked{b, second} {
		if !slices.ContainsFunc(b.FileWarnings, func(w string) bool {
			return strings.Contains(w, "material 0 has no texture, because it cannot be read")
		}) {
			t.Errorf("the warnings are %q, want one about the texture", b.FileWarnings)
		}
	}
}
