package main

import (
	"bytes"
	"os"
	"testing"
)

func TestBirdFilesAreCurrent(t *testing.T) {
	birds := allSpecies()
	if testing.Short() {
		birds = birds[:1]
	}
	for _, s := range birds {
		want, err := os.ReadFile("../" + s.name + ".glb")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.encode()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s.glb is out of date; run go generate ./models", s.name)
		}
	}
}
