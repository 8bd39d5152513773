package rig

import (
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/facing"
)

// Endings of words that identify the animal, in names of files and nodes. Fish and whales are identified only
// by the file name, because parts of other models may have such names.
var (
	birdWords   = []string{"bird", "eagle", "hawk", "gull", "seagull", "crow", "raven", "pigeon", "dove", "duck", "goose", "swan", "owl", "parrot", "sparrow", "swallow", "starling", "stork", "flamingo", "bat", "dragon", "albatross", "crane", "heron", "falcon", "pelican", "puffin", "vogel", "oiseau", "pajaro"}
	insectWords = []string{"insect", "bee", "wasp", "hornet", "butterfly", "butterflies", "moth", "dragonfly", "mosquito", "beetle", "housefly", "firefly", "locust", "cicada", "ladybug", "schmetterling", "papillon", "mariposa"}
	fishWords   = []string{"fish", "shark", "koi", "carp", "salmon", "trout", "tuna", "eel", "piranha", "barracuda", "herring", "cod", "fisch", "poisson", "pez"}
	notFish     = []string{"starfish", "jellyfish", "crayfish", "cuttlefish", "fishbowl"}
	whaleWords  = []string{"whale", "humpback", "dolphin", "orca", "narwhal", "manatee", "seal"}
)

// Choose chooses a kind from a model's file name, the names of its nodes and its shape at rest, in this
// order. It also returns a reason for the user. vertical is true for whales, whose tail beats up and down.
// Without visible wings or a name of the animal, the kind is None.
func Choose(names []string, points []mgl32.Vec3) (kind Kind, vertical bool, reason string) {
	low, high := bounds(points)
	size := high.Sub(low)
	const minWidth = 0.7 // smallest width of open wings, relative to the length
	winged := size[0] >= minWidth*size[2] && hasWings(points)
	for k, name := range names {
		words, reason := facing.WordsOf(name), "because of the name "+name
		switch {
		case winged && endsIn(words, insectWords):
			return Insect, false, reason
		case winged && endsIn(words, birdWords):
			return Bird, false, reason
		case k == 0 && endsIn(words, fishWords) && !endsIn(words, notFish):
			return Fish, false, reason
		case k == 0 && endsIn(words, whaleWords):
			return Fish, true, reason
		}
	}
	if isGliding(points, size) {
		return Bird, false, "because of its open wings"
	}
	return None, false, ""
}

func hasWings(points []mgl32.Vec3) bool {
	_, err := New(Bird, points, false)
	return err == nil
}

// isGliding reports whether a model has a narrow body, and flat wings that contain much of the surface.
func isGliding(points []mgl32.Vec3, size mgl32.Vec3) bool {
	const minWidth, maxWidth, maxHeight, maxBody, minWings = 0.8, 5, 0.65, 0.35, 0.3
	r, err := New(Bird, points, false)
	if err != nil || r.hinge > maxBody*r.tip {
		return false
	}
	n := 0
	for _, p := range points {
		if r.along(p[0]) > 0 {
			n++
		}
	}
	return size[0] >= minWidth*size[2] && size[0] <= maxWidth*size[2] && size[1] <= maxHeight*size[0] && float32(n) >= minWings*float32(len(points))
}

// endsIn reports whether a word or its singular has one of the endings. Endings of fewer than four letters
// must be whole words.
func endsIn(words, endings []string) bool {
	for _, w := range words {
		for _, form := range []string{w, strings.TrimSuffix(w, "s")} {
			for _, end := range endings {
				if form == end || len(end) >= 4 && strings.HasSuffix(form, end) {
					return true
				}
			}
		}
	}
	return false
}
