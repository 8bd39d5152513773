package randomscene_test

import (
	"math/rand"
	"testing"

	"skein/flock/scenario"
	"skein/flock/scenario/randomscene"
)

// A random scene can be written and parsed again, and a seed always gives the same scene.
func TestRandomScenesReadBack(t *testing.T) {
	for seed := range int64(100) {
		sc, err := randomscene.New(rand.New(rand.NewSource(seed)), 20, 200)
		if err != nil {
			t.Fatal(err)
		}
		text := sc.TOML()
		if _, err := scenario.Parse("scene.toml", text); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		again, err := randomscene.New(rand.New(rand.NewSource(seed)), 20, 200)
		if err != nil || string(again.TOML()) != string(text) {
			t.Errorf("seed %d gives two different scenes (%v)", seed, err)
		}
	}
}
