package bench

import (
	"slices"
	"testing"

	"skein/flock/model"
)

func TestOtherModels(t *testing.T) {
	var names, want []string
	for _, m := range otherModels() {
		names = append(names, m.Name())
	}
	for _, m := range model.All() {
		if name := m.Name(); !slices.Contains([]string{"starlings", "hartman", "plain", "plain-2d", "plain-steps", "plain-steps-2d"}, name) {
			want = append(want, name)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("the models are %v, want %v", names, want)
	}
}
