package gltf

import (
	"math/rand/v2"
	"strings"
	"testing"

	"skein/models/check/samples"
)

// FuzzMutation checks that a valid file with a few replaced values gives a model or a one-line
// error.
func FuzzMutation(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, sample, seed uint64) {
		r := rand.New(rand.NewPCG(sample, seed))
		data, err := samples.Mutate(samples.New(sample%64).GLB, r)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Decode("mutated.glb", data, nil)
		if err != nil {
			if text := withName("mutated.glb", err).Error(); len(text) > 400 || strings.ContainsAny(text, "\n\r\x1b") {
				t.Fatalf("the error is not one line: %q", text)
			}
			return
		}
		for clip := -1; clip < len(m.Clips); clip++ {
			checkPoses(t, m, clip)
		}
	})
}
