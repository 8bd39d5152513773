package models

import (
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/specular"
	"github.com/qmuntal/gltf/ext/unlit"
)

// unused warns of what a material has that is not drawn: of its maps those that are left, and
// extensions that are not read.
func (l *loader) unused(i int, from *gltf.Material, all []string) {
	read := []string{unlit.ExtensionName, specular.ExtensionName, iridescence, ior, strength, mirroring, fuzz}
	var extensions []string
	for name := range from.Extensions {
		if !slices.Contains(read, name) {
			extensions = append(extensions, name)
		}
	}
	slices.Sort(extensions)
	if all = append(all, extensions...); len(all) > 0 {
		l.warn("material %d: not drawn of it: %s", i, strings.Join(all, ", "))
	}
}
