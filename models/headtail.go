package models

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// landmarks are the parts of a model that are named like a head or a tail.
type landmarks struct {
	kind         string
	heads, tails []gltf.Landmark
}

func findLandmarks(kind string, all []gltf.Landmark) landmarks {
	out := landmarks{kind: kind}
	for _, l := range all {
		switch name := strings.ToLower(l.Name); {
		case containsAny(name, "head", "beak", "bill", "neck", "snout", "jaw", "eye", "nose", "mouth") && !containsAny(name, "billboard"):
			out.heads = append(out.heads, l)
		case containsAny(name, "tail") && !containsAny(name, "detail"):
			out.tails = append(out.tails, l)
		}
	}
	return out
}

// direction returns the direction that the model faces according to its landmarks, with the
// reason. It is zero if there are no landmarks.
func (l *landmarks) direction(middle mgl32.Vec3) (direction mgl32.Vec3, reason string) {
	switch {
	case len(l.heads) > 0 && len(l.tails) > 0:
		return centreOf(l.heads).Sub(centreOf(l.tails)), fmt.Sprintf("from %s %q to %s %q", l.kind, l.tails[0].Name, l.kind, l.heads[0].Name)
	case len(l.heads) > 0:
		return centreOf(l.heads).Sub(middle), fmt.Sprintf("%s %q is there", l.kind, l.heads[0].Name)
	case len(l.tails) > 0:
		return middle.Sub(centreOf(l.tails)), fmt.Sprintf("away from %s %q", l.kind, l.tails[0].Name)
	}
	return direction, ""
}

func centreOf(all []gltf.Landmark) (sum mgl32.Vec3) {
	for _, l := range all {
		sum = sum.Add(l.Position.Mul(1 / float32(len(all))))
	}
	return sum
}

// namedParts returns the materials with a name. The position of each is the centroid of the surface
// that has this material, at rest.
func namedParts(m *gltf.Model) (out []gltf.Landmark) {
	rest := m.Pose(-1, 0)
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Material.Name == "" || len(p.Indices) == 0 {
			continue
		}
		single := gltf.Model{Parts: []gltf.Part{*p}}
		out = append(out, gltf.Landmark{Name: p.Material.Name, Position: centroid(&single, rest[i:i+1])})
	}
	return out
}
