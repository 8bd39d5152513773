//go:build cgo

package render

import (
	"cmp"
	"strings"

	"skein/engine/render/gpu"
	"skein/engine/render/land"
	"skein/flock/look"
)

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

var landPipelines = func() (all [land.Count][landParts]gpu.Pipeline) {
	for l, name := range look.LandNames() {
		all[l] = partsOf(name, land.ShadersOf(look.Land(l)))
	}
	return all
}()

const mirroredBirdVert = "birdmirror.vert"

func partsOf(name string, l land.Shaders) (all [landParts]gpu.Pipeline) {
	if l.Default {
		return all
	}
	macro := strings.ToUpper(name)
	ground, ripples, water := name+".frag", "MIRRORED "+name+"Ripples", "WATER "+l.Water
	all[landGround] = gpu.Pipeline{Vert: "land.vert", Frag: ground, Lazy: true, NoDepthTest: true, DepthClamp: true}
	if l.Plain {
		return all
	}
	all[landHorizon] = gpu.Pipeline{Vert: "horizon.vert", Frag: "horizon.frag", Define: macro, Lazy: true, NoDepthTest: true, DepthClamp: true, Blend: gpu.Premultiplied}
	if l.Water != "" {
		all[landShade] = gpu.Pipeline{Vert: "groundshadow.vert", Frag: "groundshadow.frag", Define: water, Extra: []string{macro}, Optional: optionalShade, Lazy: true, NoDepthTest: true, DepthClamp: true, Blend: gpu.Multiplied}
		all[landBirds] = gpu.Pipeline{Vert: mirroredBirdVert, Frag: ground, Define: ripples, Optional: optionalCutoff, Lazy: true, NoDepthTest: true, DepthClamp: true}
	}
	if l.Shores {
		all[landPlants] = gpu.Pipeline{Vert: "plant.vert", Frag: "plant.frag", Define: ripples, Extra: []string{water, macro}, Lazy: true}
	}
	if l.Relief != "" {
		all[landRelief] = gpu.Pipeline{Vert: l.Relief, Frag: cmp.Or(l.Front, ground), Define: "RELIEF", Lazy: true, Clipped: true}
		all[landReliefIDs] = gpu.Pipeline{Vert: l.Relief, Frag: "reliefid.frag", Define: "RELIEF", Lazy: true, Clipped: true}
		all[landReliefSurfaces] = gpu.Pipeline{Vert: l.Relief, Frag: "reliefid.frag", Define: "RELIEF", Extra: []string{"SURFACE"}, Lazy: true, Clipped: true}
	}
	if l.Paved {
		all[landPlantShadows] = gpu.Pipeline{Vert: "plantshadow.vert", Frag: "plantshadow.frag", Define: macro, Lazy: true, NoDepthTest: true, Blend: gpu.Multiplied}
	}
	return all
}
