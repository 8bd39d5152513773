//go:build cgo

package render

import (
	"cmp"
	"strings"

	"skein/engine/render/gpu"
	"skein/flock/look"
)

// landShaders describes the shaders of a land. NAME.frag draws the ground. The other shaders get the macro
// NAME in capitals.
type landShaders struct {
	name   string // empty for the meadow, which the default pipelines draw
	water  string // GLSL expression for deep water, which reflects birds; "" means no water
	shores bool   // the water reflects the plants on its shores
	paved  bool
	plain  bool   // there are no objects at the horizon
	relief string // vertex shader of hills or houses; empty if the land is flat
	front  string // fragment shader of hills or houses; "" means the ground's
}

var lands = [...]landShaders{
	look.Meadow: {},
	look.Marsh:  {name: "marsh", water: "marshDeep()", shores: true},
	look.Fields: {name: "fields"},
	look.Hills:  {name: "hills", relief: "relief.vert"},
	look.Coast:  {name: "coast", water: "seaDeep"},
	look.City:   {name: "city", water: "cityDeep", shores: true, paved: true, relief: "town.vert", front: "town.frag"},
	look.Paper:  {name: "paper", plain: true},
}

type landPart int

const (
	landGround landPart = iota
	landHorizon
	landShade
	landPlantShadows
	landBirds
	landPlants
	landRelief
	landReliefIDs
	landReliefSurfaces
	landParts
)

var defaultParts = [landParts]pipelineID{landGround: pipeGround, landHorizon: pipeRidges, landShade: pipeShade, landPlantShadows: pipePlantShadow}

func landPipeline(l look.Land, part landPart) pipelineID {
	if landPipelines[l][part].Vert == "" {
		return defaultParts[part]
	}
	return pipeLands + pipelineID(l)*pipelineID(landParts) + pipelineID(part)
}

var landPipelines = func() (all [len(lands)][landParts]gpu.Pipeline) {
	for l := range lands {
		all[l] = lands[l].parts()
	}
	return all
}()

const mirroredBirdVert = "birdmirror.vert"

func (l *landShaders) parts() (all [landParts]gpu.Pipeline) {
	if l.name == "" {
		return all
	}
	macro := strings.ToUpper(l.name)
	ground, ripples, water := l.name+".frag", "MIRRORED "+l.name+"Ripples", "WATER "+l.water
	all[landGround] = gpu.Pipeline{Vert: "land.vert", Frag: ground, Lazy: true, NoDepthTest: true, DepthClamp: true}
	if l.plain {
		return all
	}
	all[landHorizon] = gpu.Pipeline{Vert: "horizon.vert", Frag: "horizon.frag", Define: macro, Lazy: true, NoDepthTest: true, DepthClamp: true, Blend: gpu.Premultiplied}
	if l.water != "" {
		all[landShade] = gpu.Pipeline{Vert: "groundshadow.vert", Frag: "groundshadow.frag", Define: water, Extra: []string{macro}, Optional: optionalShade, Lazy: true, NoDepthTest: true, DepthClamp: true, Blend: gpu.Multiplied}
		all[landBirds] = gpu.Pipeline{Vert: mirroredBirdVert, Frag: ground, Define: ripples, Optional: optionalCutoff, Lazy: true, NoDepthTest: true, DepthClamp: true}
	}
	if l.shores {
		all[landPlants] = gpu.Pipeline{Vert: "plant.vert", Frag: "plant.frag", Define: ripples, Extra: []string{water, macro}, Lazy: true}
	}
	if l.relief != "" {
		all[landRelief] = gpu.Pipeline{Vert: l.relief, Frag: cmp.Or(l.front, ground), Define: "RELIEF", Lazy: true, Clipped: true}
		all[landReliefIDs] = gpu.Pipeline{Vert: l.relief, Frag: "reliefid.frag", Define: "RELIEF", Lazy: true, Clipped: true}
		all[landReliefSurfaces] = gpu.Pipeline{Vert: l.relief, Frag: "reliefid.frag", Define: "RELIEF", Extra: []string{"SURFACE"}, Lazy: true, Clipped: true}
	}
	if l.paved {
		all[landPlantShadows] = gpu.Pipeline{Vert: "plantshadow.vert", Frag: "plantshadow.frag", Define: macro, Lazy: true, NoDepthTest: true, Blend: gpu.Multiplied}
	}
	return all
}
