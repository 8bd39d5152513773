package gltf

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
)

const extSheen = "KHR_materials_sheen"

// Sheen is the light scattered by fine fibres, mostly at grazing angles (KHR_materials_sheen).
type Sheen struct {
	Colour       mgl32.Vec3 // linear; 0 means no sheen
	Roughness    float32    // 0 to 1
	ColourMap    *Texture   // factor for Colour
	RoughnessMap *Texture   // factor for Roughness, in alpha
}

type sheenJSON struct {
	Colour           [3]float64        `json:"sheenColorFactor"`
	ColourTexture    *gltf.TextureInfo `json:"sheenColorTexture"`
	Roughness        float64           `json:"sheenRoughnessFactor"`
	RoughnessTexture *gltf.TextureInfo `json:"sheenRoughnessTexture"`
}

// sheenOf returns the sheen of a material, and whether the extension has any effect.
func sheenOf(m *gltf.Material) (out sheenJSON, ok bool) {
	ok = readExtension(m, extSheen, &out)
	return out, ok && out.Colour != [3]float64{}
}
