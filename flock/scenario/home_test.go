package scenario

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"skein/flock/model"
)

// defaults returns the scene of an empty file.
func defaults() *Scenario {
	s, err := Parse("", []byte("version = 1\n"))
	if err != nil {
		panic(err)
	}
	return s
}

// A user's copy of the file of a built-in scene is the same scene. The files of the models' scenes name no
// other scene.
func TestCopiesOfBuiltinScenes(t *testing.T) {
	for k, name := range Names() {
		text, err := Text(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		own, err := Parse("", text)
		if err != nil {
			t.Fatal(err)
		}
		if k < len(modelScenes()) && !strings.Contains(string(text), "\nbase = \"none\"\nmodel = ") {
			t.Errorf("%s: the file does not have the base %s and a model", name, NoBase)
		}
		if key, inCopy, want := Difference(own, s); key != "" {
			t.Errorf("%s: a copy has %s = %s, want %s", name, key, inCopy, want)
		}
	}
}

// The home of a model is the first model scene with a flock of the model.
func TestHomesAreTheFirstScenes(t *testing.T) {
	first := map[string]string{}
	for _, scene := range modelScenes() {
		s, err := Builtin(scene.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range s.Flocks() {
			if name := f.Params.Model().Name(); first[name] == "" {
				first[name] = scene.name
			}
		}
	}
	listed := map[string]string{}
	for _, scene := range modelScenes() {
		for _, m := range strings.Fields(scene.models) {
			listed[m] = scene.name
		}
	}
	if !reflect.DeepEqual(listed, first) {
		t.Errorf("the models' scenes are %v, want %v", listed, first)
	}
	for _, m := range model.All() {
		if first[m.Name()] == "" && !slices.Contains(model.Plain(), m.Name()) {
			t.Errorf("no scene shows the model %s", m.Name())
		}
	}
}

// A file with the base "none" has the published values of its model, and only them.
func TestNoBase(t *testing.T) {
	for _, m := range model.All() {
		s, err := Parse("s.toml", []byte("version = 1\nbase = \"none\"\nmodel = \""+m.Name()+"\"\n[[flock]]\nspecies = \"other\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if s.Params != m.Params() || s.Others[0].Params != m.Params() {
			t.Errorf("%s: the parameters are not the model's defaults", m.Name())
		}
	}
}
