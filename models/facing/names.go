package facing

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

type place struct {
	name, kind string // kind is "node" or "material"
	part       part
	pos        mgl32.Vec3
}

func (s *scene) addPlace(name, kind string, pos mgl32.Vec3) {
	s.places = append(s.places, place{name, kind, partOf(name), pos})
}

// hint is a direction that names suggest, and the reason, or zero.
type hint struct {
	direction mgl32.Vec3
	why       string
}

func (s *scene) readNames() {
	s.hints[Names], s.hints[Face] = s.namedDirection(), s.faceDirection()
	s.hints[Sides], s.hints[Legs] = s.sidesDirection(), s.legsDirection()
	s.hints[Pairs] = s.hints[Sides]
	if feet, f := s.middleOf(foot); f != nil {
		s.hints[Feet] = hint{feet.Mul(-1), fmt.Sprintf("%s %q is below", f.kind, f.name)}
	}
}

func (s *scene) middleOf(parts ...part) (middle mgl32.Vec3, first *place) {
	for _, kind := range []string{"node", "material"} {
		var n float32
		for k := range s.places {
			p := &s.places[k]
			for _, wanted := range parts {
				if p.kind == kind && p.part == wanted {
					if middle, n = middle.Add(p.pos), n+1; first == nil {
						first = p
					}
				}
			}
		}
		if n > 0 {
			return middle.Mul(1 / n), first
		}
	}
	return middle, nil
}

// namedDirection returns the direction from the part named as the tail to the part named as the head, and the
// reason. If one of them has no name, the surface's middle replaces it.
func (s *scene) namedDirection() hint {
	heads, h := s.middleOf(head, face)
	tails, t := s.middleOf(tail)
	switch {
	case h != nil && t != nil:
		return hint{heads.Sub(tails), fmt.Sprintf("from %s %q to %s %q", t.kind, t.name, h.kind, h.name)}
	case h != nil:
		return hint{heads, fmt.Sprintf("%s %q is there", h.kind, h.name)}
	case t != nil:
		return hint{tails.Mul(-1), fmt.Sprintf("away from %s %q", t.kind, t.name)}
	}
	return hint{}
}

func (s *scene) faceDirection() hint {
	heads, h := s.middleOf(head)
	faces, f := s.middleOf(face)
	if h == nil || f == nil {
		return hint{}
	}
	return hint{faces.Sub(heads), fmt.Sprintf("%s %q is in front of %s %q", f.kind, f.name, h.kind, h.name)}
}

// sidesDirection returns the mean direction from parts on the right to their counterparts on the left. The
// names of counterparts differ only in the side.
func (s *scene) sidesDirection() hint {
	right := map[string]*place{}
	for k := range s.places {
		if side, rest := sideOf(s.places[k].name); side < 0 && s.places[k].kind == "node" {
			right[rest] = &s.places[k]
		}
	}
	var out hint
	var n float32
	for k := range s.places {
		p := &s.places[k]
		side, rest := sideOf(p.name)
		r := right[rest]
		if side <= 0 || r == nil || p.kind != "node" {
			continue
		}
		if out.direction, n = out.direction.Add(p.pos.Sub(r.pos)), n+1; out.why == "" {
			out.why = fmt.Sprintf("node %q is on the left, %q on the right", p.name, r.name)
		}
	}
	out.direction = out.direction.Mul(1 / max(n, 1))
	return out
}

func (s *scene) legsDirection() hint {
	var positions [2]mgl32.Vec3
	var n [2]float32
	var first [2]string
	for _, p := range s.places {
		end := endOf(p.name, p.part)
		if end == 0 {
			continue
		}
		k := 0
		if end < 0 {
			k = 1
		}
		if positions[k], n[k] = positions[k].Add(p.pos), n[k]+1; first[k] == "" {
			first[k] = p.name
		}
	}
	if n[0] == 0 || n[1] == 0 {
		return hint{}
	}
	return hint{positions[0].Mul(1 / n[0]).Sub(positions[1].Mul(1 / n[1])), fmt.Sprintf("from %q to %q", first[1], first[0])}
}

// along returns the cosine of the angle between a direction, without its component along across, and an axis.
// If the rest of the direction is shorter than least, the result is reduced in proportion.
func along(direction, axis, across mgl32.Vec3, least float32) float64 {
	flat := direction.Sub(across.Mul(direction.Dot(across)))
	return float64(flat.Dot(axis) / max(flat.Len(), least))
}
