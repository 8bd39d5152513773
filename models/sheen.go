package models

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

// fuzz is the extension of materials that are soft with fibres, as velvet and down are.
const fuzz = "KHR_materials_sheen"

// Sheen is what fine fibres send back that stand off a surface, the more the flatter they are
// seen: that of KHR_materials_sheen.
type Sheen struct {
	Colour  mgl32.Vec3 // linear; 0: there is none
	Rough   float32    // 0 to 1
	Colours *Texture   // that Colour is times
	Roughs  *Texture   // in its opacity, what Rough is times
}

// sheen is KHR_materials_sheen as a file has it.
type sheen struct {
	Colour  [3]float64        `json:"sheenColorFactor"`
	Colours *gltf.TextureInfo `json:"sheenColorTexture"`
	Rough   float64           `json:"sheenRoughnessFactor"`
	Roughs  *gltf.TextureInfo `json:"sheenRoughnessTexture"`
}

// sheenOf is that of a material, and whether there is any.
func sheenOf(m *gltf.Material) (out sheen, ok bool) {
	ok = decoded(m, fuzz, &out)
	return out, ok && out.Colour != [3]float64{}
}
