//go:build cgo

package render

import "skein/flock/look"

// lands are the pipelines of each land: its ground, its distant objects, the shadows on its
// ground, and, on lands with water, the birds mirrored in it.
var lands = [...]struct {
	ground, horizon, shade pipelineID
	water                  bool
	birds                  pipelineID
	plants                 pipelineID // mirrored plants; 0: none stand on its shores
}{
	look.Meadow: {ground: pipeGround, horizon: pipeHills, shade: pipeShade},
	look.Marsh:  {ground: pipeMarsh, horizon: pipeMarshHorizon, shade: pipeMarshShade, water: true, birds: pipeMarshBirds, plants: pipeMarshPlants},
	look.Fields: {ground: pipeFields, horizon: pipeFieldsHorizon, shade: pipeShade},
	look.Moor:   {ground: pipeMoor, horizon: pipeMoorHorizon, shade: pipeShade},
	look.Coast:  {ground: pipeCoast, horizon: pipeCoastHorizon, shade: pipeCoastShade, water: true, birds: pipeCoastBirds},
	look.City:   {ground: pipeCity, horizon: pipeCityHorizon, shade: pipeCityShade, water: true, birds: pipeCityBirds, plants: pipeCityPlants},
}
