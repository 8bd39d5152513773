package engine

import (
	"testing"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
)

// BenchmarkStudies are what the windows that say why cost at 250 boids.
func BenchmarkStudies(b *testing.B) {
	def := model.Murmuration()
	def.Params = model.With(def.Params, "count", 250)
	w, err := flock.NewWorld(def)
	if err != nil {
		b.Fatal(err)
	}
	s := NewStudio(w, def, look.Default())
	play(s, 30, 1)
	b.Run("links", func(b *testing.B) {
		for b.Loop() {
			(&sketch{}).drawLinks(nil, &s.scene)
		}
	})
	b.Run("bones", func(b *testing.B) {
		for b.Loop() {
			(&sketch{}).drawBones(nil, &s.scene, View{})
		}
	})
	b.Run("colours", func(b *testing.B) {
		s.scene.Show.Colour = look.ColourBySpeed
		for b.Loop() {
			(&overlay{}).colour(&s.frame, &s.scene)
		}
	})
}
