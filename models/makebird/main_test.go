package main

import (
	"bytes"
	"math"
	"os"
	"testing"
)

// The bird in the tree is what this program writes.
func TestBirdIsWhatTheProgramWrites(t *testing.T) {
	want, err := os.ReadFile("../bird.glb")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, err := encode(build(), beat())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Fatal("bird.glb is out of date; run go generate ./models")
		}
	}
}

// Every edge of the body belongs to one triangle on either side, run through in
// opposite directions: a body without holes whose faces all look out.
func TestBodyIsClosed(t *testing.T) {
	m := new(mesh)
	body(m)
	type edge [2]vec
	count := map[edge]int{}
	volume := 0.0
	for i := 0; i < len(m.indices); i += 3 {
		p := [3]vec{}
		for k := range p {
			p[k] = m.vertices[m.indices[i+k]].at
		}
		volume += p[0].Dot(p[1].Cross(p[2])) / 6
		for k := range p {
			count[edge{p[k], p[(k+1)%3]}]++
		}
	}
	for e, n := range count {
		if n != 1 || count[edge{e[1], e[0]}] != 1 {
			t.Fatalf("edge %v: %d triangles, %d against it", e, n, count[edge{e[1], e[0]}])
		}
	}
	// A starling of about 80 g is a little lighter than water.
	if volume < 50e-6 || volume > 250e-6 {
		t.Errorf("the body encloses %.0f ml", volume*1e6)
	}
}

// Left and right mirror each other, vertex by vertex.
func TestBirdIsSymmetric(t *testing.T) {
	m := build()
	for _, v := range m.vertices {
		found := false
		for _, w := range m.vertices {
			if w.at.Sub(mirrored(v.at, -1)).Len() < 1e-9 && w.colour.Sub(v.colour).Len() < 1e-9 {
				found = true
				break
			}
		}
		if !found {
			t.Fatalf("nothing mirrors the vertex at %v", v.at)
		}
	}
}

// The curve goes through the strokes that it was made from, and goes round.
func TestBeatPassesThroughStrokes(t *testing.T) {
	when, table := strokes()
	for i, phase := range when {
		got, want := at(phase).fields(), table[i].fields()
		for f := range got {
			if math.Abs(got[f]-want[f]) > 1e-9 {
				t.Errorf("phase %v, field %d: %v, want %v", phase, f, got[f], want[f])
			}
		}
	}
	before, after := at(1-1e-9).fields(), at(0).fields()
	for f := range before {
		if math.Abs(before[f]-after[f]) > 1e-5 {
			t.Errorf("field %d jumps from %v to %v at the end of the beat", f, before[f], after[f])
		}
	}
}
