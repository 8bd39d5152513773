package models

import (
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/specular"
	"github.com/qmuntal/gltf/ext/unlit"
)

// unused warns of what a material has that is not drawn. Of factors that stand where a map
// is not, only light of its own makes a difference to see: birds and obstacles are drawn
// rough and not as metal.
func (l *loader) unused(i int, from *gltf.Material) {
	var all []string
	note := func(has bool, what string) {
		if has {
			all = append(all, what)
		}
	}
	_, plain := from.Extensions[unlit.ExtensionName]
	pbr := from.PBRMetallicRoughness
	note(!plain && from.NormalTexture != nil, "normal map")
	note(!plain && pbr != nil && pbr.MetallicRoughnessTexture != nil, "metallic-roughness map")
	note(!plain && from.OcclusionTexture != nil, "occlusion map")
	note(!plain && from.EmissiveTexture != nil, "emissive map")
	note(!plain && from.EmissiveTexture == nil && from.EmissiveFactor != [3]float64{}, "emissive colour")
	var extensions []string
	for name := range from.Extensions {
		if name != unlit.ExtensionName && name != specular.ExtensionName {
			extensions = append(extensions, name)
		}
	}
	slices.Sort(extensions)
	if all = append(all, extensions...); len(all) > 0 {
		l.warn("material %d: not drawn of it: %s", i, strings.Join(all, ", "))
	}
}
