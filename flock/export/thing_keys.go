package export

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

func (s *Source) thingKeys(states []state) (all []thingKey) {
	next := 0
	for frame, number := range s.plan {
		i, share := s.place(number)
		jumps := false
		for ; next < len(states) && states[next].frame <= i; next++ {
			jumps = jumps || !glides(states, next)
		}
		key := thingKey{frame: frame, jumps: jumps && frame > 0}
		switch {
		case next == 0:
			key.pose = states[0].pose
		case share > 0 && next < len(states) && states[next].frame == i+1 && glides(states, next):
			key.pose, key.shown = mixPoses(&states[next-1].pose, &states[next].pose, share), true
		default:
			key.pose, key.shown = states[next-1].pose, states[next-1].shown
		}
		if n := len(all); n == 0 || all[n-1].pose != key.pose || all[n-1].shown != key.shown {
			all = append(all, key)
		}
	}
	return all
}

// glides reports whether a thing moves smoothly to state k, because it also changes in the frame before or
// after. A single change is a jump.
func glides(states []state, k int) bool {
	if k == 0 || !states[k-1].shown || !states[k].shown {
		return false
	}
	follows := func(k int) bool {
		return k > 1 && k < len(states) && states[k].frame == states[k-1].frame+1 && states[k-2].shown && states[k].shown
	}
	return follows(k) || follows(k+1)
}

func mixPoses(a, b *pose, share float64) pose {
	turn, _ := rotationBetween(a.turn, b.turn, share)
	mix := func(p, q mgl32.Vec3) mgl32.Vec3 { return p.Mul(float32(1 - share)).Add(q.Mul(float32(share))) }
	return pose{mix(a.pos, b.pos), mix(a.scale, b.scale), turn}
}

type thingSample struct {
	frame  int
	value  []float32
	before []float32 // value before a jump; nil if there is no jump
}

// track returns the samples of a value, which is linear between them. A constant value has one sample.
func (t *thing) track(get func(*thingKey) []float32) (all []thingSample) {
	for k := range t.keys {
		key := &t.keys[k]
		one := thingSample{frame: key.frame, value: get(key)}
		if k > 0 {
			last := all[len(all)-1]
			switch {
			case slices.Equal(last.value, one.value):
				continue
			case key.jumps:
				one.before = last.value
			case last.frame < key.frame-1:
				all = append(all, thingSample{frame: key.frame - 1, value: last.value})
			}
		}
		all = append(all, one)
	}
	return all
}

func (t *thing) places() []thingSample {
	return t.track(func(k *thingKey) []float32 { return k.pos[:] })
}

func (t *thing) rotationTrack() []thingSample {
	return t.track(func(k *thingKey) []float32 { return []float32{k.turn.W, k.turn.V[0], k.turn.V[1], k.turn.V[2]} })
}

func (t *thing) scales() []thingSample {
	return t.track(func(k *thingKey) []float32 { return k.scale[:] })
}

// visibilityKeys returns the first key, and the keys at which a thing appears or disappears.
func (t *thing) visibilityKeys() (all []thingKey) {
	for _, k := range t.keys {
		if n := len(all); n == 0 || all[n-1].shown != k.shown {
			all = append(all, k)
		}
	}
	return all
}

func (t *thing) isAlwaysVisible() bool {
	return !slices.ContainsFunc(t.keys, func(k thingKey) bool { return !k.shown })
}
