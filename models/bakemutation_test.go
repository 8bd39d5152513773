package models

import (
	"math/rand/v2"
	"testing"

	"skein/models/check/samples"
	"skein/models/gltf"
)

// FuzzBakeMutation checks that a valid file with a few replaced values bakes to a model that can
// be drawn, or gives an error.
func FuzzBakeMutation(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, sample, seed uint64) {
		data, err := samples.Mutate(samples.New(sample%64).GLB, rand.New(rand.NewPCG(sample, seed)))
		if err != nil {
			t.Fatal(err)
		}
		m, err := gltf.Decode("mutated.glb", data, nil)
		if err != nil {
			return
		}
		if b, err := Bake(m, BakeOptions{Poses: 2}); err == nil {
			for i := range b.Parts {
				checkPart(t, &b.Parts[i], b.Poses)
			}
		}
	})
}
