package models

import (
	"fmt"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// landmark is a part of a model with a name, and where it is at rest.
type landmark struct {
	name string
	at   mgl32.Vec3
}

// landmarks are those that tell a head, and those that tell a tail.
type landmarks struct {
	kind         string
	heads, tails []landmark
}

func landmarksIn(kind string, all []landmark) landmarks {
	out := landmarks{kind: kind}
	for _, l := range all {
		switch name := strings.ToLower(l.name); {
		case hasAny(name, "head", "beak", "bill", "neck", "snout", "jaw", "eye", "nose", "mouth") && !hasAny(name, "billboard"):
			out.heads = append(out.heads, l)
		case hasAny(name, "tail") && !hasAny(name, "detail"):
			out.tails = append(out.tails, l)
		}
	}
	return out
}

// way is the way that the model faces by its landmarks, and why in words; zero where
// there are none.
func (l *landmarks) way(middle mgl32.Vec3) (way mgl32.Vec3, why string) {
	switch {
	case len(l.heads) > 0 && len(l.tails) > 0:
		return between(l.heads).Sub(between(l.tails)), fmt.Sprintf("from %s %q to %s %q", l.kind, l.tails[0].name, l.kind, l.heads[0].name)
	case len(l.heads) > 0:
		return between(l.heads).Sub(middle), fmt.Sprintf("%s %q lies there", l.kind, l.heads[0].name)
	case len(l.tails) > 0:
		return middle.Sub(between(l.tails)), fmt.Sprintf("away from %s %q", l.kind, l.tails[0].name)
	}
	return way, ""
}

// between is the middle of landmarks.
func between(all []landmark) (sum mgl32.Vec3) {
	for _, l := range all {
		sum = sum.Add(l.at.Mul(1 / float32(len(all))))
	}
	return sum
}

// namedParts lists what materials with a name cover, and where the middle of it is at
// rest.
func (m *Model) namedParts() (out []landmark) {
	rest := m.Pose(-1, 0)
	for i := range m.parts {
		p := &m.parts[i]
		if p.material.Name == "" || len(p.indices) == 0 {
			continue
		}
		one := Model{parts: []part{*p}}
		out = append(out, landmark{p.material.Name, one.middle(rest[i : i+1])})
	}
	return out
}

// namedNodes lists the nodes of the scene and the joints that have a name, and where
// they are at rest: in the middle of what they draw, whose own origin may be anywhere.
func (m *Model) namedNodes() (out []landmark) {
	rest, drawn := m.stance(-1, 0), m.drawnBy()
	for _, i := range m.order {
		if m.nodes[i].name == "" || !m.shown[i] {
			continue
		}
		var at [1]mgl32.Vec3
		round(at[:], []mgl64.Vec3{mgl64.Vec3(rest.global[i][12:15])})
		if all := drawn[i]; len(all) > 0 {
			at[0] = mgl32.Vec3{}
			for _, p := range all {
				at[0] = at[0].Add(p.Mul(1 / float32(len(all))))
			}
		}
		out = append(out, landmark{m.nodes[i].name, at[0]})
	}
	return out
}

// drawnBy are the vertices at rest of each node's mesh.
func (m *Model) drawnBy() map[int][]mgl32.Vec3 {
	out := map[int][]mgl32.Vec3{}
	rest := m.Pose(-1, 0)
	for k := range m.pieces {
		if p := &m.pieces[k]; p.part >= 0 {
			out[p.node] = append(out[p.node], rest[p.part].Positions[p.first:p.first+p.corners()]...)
		}
	}
	return out
}
