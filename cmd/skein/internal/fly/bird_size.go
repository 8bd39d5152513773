//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"errors"
	"slices"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/scenario"
	"skein/models"
)

// sizeKeys are the parameters that change with the bird.
func sizeKeys() []string { return []string{"wingspan", "flap_rate"} }

// bringSize gives flock k the wingspan and the flap rate of its new bird, unless the user has set them.
func (s *session) bringSize(k int, before, now *scenario.Bird) error {
	old, known := s.sizeOf(k, before)
	size, ok := s.sizeOf(k, now)
	if !known || !ok || s.Studio.Playing() {
		return nil
	}
	var failed error
	err := s.editFlock(k, func(c *studio.Controls) {
		for i, key := range sizeKeys() {
			if float64(c.Params.Float(key)) == old[i] {
				failed = errors.Join(failed, c.Params.Set(key, size[i]))
			}
		}
	})
	return errors.Join(failed, err)
}

// sizeOf returns the values of sizeKeys for a bird of flock k: from the saved scene if it has this bird, and
// otherwise of the living species. ok is false if neither is known.
func (s *session) sizeOf(k int, b *scenario.Bird) (size [2]float64, ok bool) {
	saved := &s.savedState
	if k < len(saved.Birds) && saved.Birds[k].File == cmp.Or(b.File, models.Builtins()[0]) {
		for i, key := range sizeKeys() {
			size[i] = float64(saved.Params[k].Float(key))
		}
		return size, true
	}
	return speciesSize(&s.scene.Flocks()[k].Params, b.File)
}

// speciesSize returns the values of sizeKeys for a built-in bird. ok is false for other birds, and for models
// with velocities per step, whose worlds have another scale.
func speciesSize(p *flock.Params, bird string) (size [2]float64, ok bool) {
	all := models.BuiltinSpecies()
	at := slices.IndexFunc(all, func(s models.Species) bool { return s.Name == bird })
	if at < 0 || p.Model().Units() != flock.PerSecond {
		return size, false
	}
	for i, v := range []float64{all[at].Span, all[at].FlapsPerSecond} {
		size[i] = float64(float32(v)) // rounded as in the parameters
	}
	return size, true
}

func withSpeciesSize(n *scenario.Newcomer, f *scenario.Flock) error {
	size, ok := speciesSize(&f.Params, f.Bird.File)
	if !ok {
		return nil
	}
	return errors.Join(n.FitBody(f, size[0]), f.Params.Set("flap_rate", size[1]))
}
