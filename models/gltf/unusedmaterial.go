package gltf

import (
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/specular"
	"github.com/qmuntal/gltf/ext/unlit"
)

func (l *loader) warnUnused(i int, from *gltf.Material, unused []string) {
	read := []string{unlit.ExtensionName, specular.ExtensionName, extIridescence, extIOR, extEmissiveStrength, extSpecular, extSheen}
	var extensions []string
	for name := range from.Extensions {
		if !slices.Contains(read, name) {
			extensions = append(extensions, name)
		}
	}
	slices.Sort(extensions)
	if unused = append(unused, extensions...); len(unused) > 0 {
		l.warn("material %d: not drawn: %s", i, strings.Join(unused, ", "))
	}
}
