package main

import (
	"context"
	"encoding/json"

	"skein/flock"
	"skein/models"
)

// Bytes that are kept at most: about a hundred flocks of 3,000, and a hundred birds.
const (
	warmBytes = 64 << 20
	birdBytes = 256 << 20
)

// warmWorld is newWorld, but for a warm-up that was flown before: then the flock goes on from
// its end. The world before the warm-up is all that it depends on.
func warmWorld(ctx context.Context, def flock.Def) (*flock.World, error) {
	return soon(ctx, func() (*flock.World, error) { return warmed(def, newCache("starts", warmBytes)) })
}

func warmed(def flock.Def, kept cache) (*flock.World, error) {
	cold := def
	cold.WarmUp = 0
	before, err := flock.NewWorld(cold)
	if err != nil || def.WarmUp == 0 {
		return before, err
	}
	ticks, _ := json.Marshal(int(def.WarmUp * float32(def.TickRate))) // a number: errs never
	return found(kept, byBuild(before.Checkpoint(), ticks),
		func(data []byte) (*flock.World, error) {
			return flock.ResumeAmong(meshesOf(&def), data, def.Workers, def.Index, modelsIn(&def)...)
		},
		func() (*flock.World, error) { return flock.NewWorld(def) },
		func(w *flock.World) ([]byte, error) { return w.Checkpoint(), nil })
}

// meshesOf are those of the obstacles that a flock begins among.
func meshesOf(def *flock.Def) (all []*flock.Mesh) {
	for _, o := range def.Surroundings.Obstacles {
		if o.Mesh != nil {
			all = append(all, o.Mesh)
		}
	}
	return all
}

// modelsIn are those of the flocks.
func modelsIn(def *flock.Def) (all []*flock.Model) {
	for _, f := range def.Flocks() {
		all = append(all, f.Params.Model())
	}
	return all
}

// bakedAs is what baking a model gives, made or kept.
func bakedAs(m *models.Model, o models.BakeOptions, kept cache) (*models.Baked, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return m.Bake(o) // which says what is wrong
	}
	return found(kept, byBuild(m.Digest(), text), m.Unpack, func() (*models.Baked, error) { return m.Bake(o) }, (*models.Baked).Pack)
}
