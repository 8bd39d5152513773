package scenery

import (
	"reflect"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/around"

	"skein/flock/vec"
)

// Merge repeats the edit from before to after in s: it adds and removes the same things, and sets the same
// properties.
func Merge(s, before, after *around.Surroundings) {
	for _, t := range before.Things() {
		if after.Thing(*t.NamePointer()) == nil {
			s.Remove(*t.NamePointer())
		}
	}
	for _, t := range after.Things() {
		name := *t.NamePointer()
		to := s.Thing(name)
		old := before.Thing(name)
		if old != nil && (to == nil || old.Kind() != to.Kind()) {
			continue
		}
		if to != nil && to.Kind() != t.Kind() {
			s.Remove(name)
			to = nil
		}
		if to == nil {
			Copy(s.Add(t.Kind()), t)
			continue
		}
		if old == nil {
			Copy(to, t)
			continue
		}
		properties := around.Properties(t)
		for k, p := range around.Properties(old) {
			if !reflect.DeepEqual(p.Value(), properties[k].Value()) {
				carried, _ := around.PropertyOf(to, p.Key)
				_ = carried.Set(properties[k].Value()) // cannot fail: the types are the same
			}
		}
		carryMesh(to, t)
	}
}

// Copy copies the properties of a thing to another thing of its kind.
func Copy(to, from around.Thing) {
	for _, p := range around.Properties(from) {
		copied, _ := around.PropertyOf(to, p.Key)
		_ = copied.Set(p.Value()) // cannot fail: the types are the same
	}
	carryMesh(to, from)
}

func carryMesh(to, from around.Thing) {
	a, ok := to.(*around.Obstacle)
	b, too := from.(*around.Obstacle)
	if ok && too && a.File == b.File {
		a.Mesh, a.Digest = b.Mesh, b.Digest
	}
}

// Shift moves a thing and all its points.
func Shift(t around.Thing, offset mgl32.Vec3) {
	for _, p := range around.Properties(t) {
		switch at := p.At.(type) {
		case *vec.Vec:
			if p.Key == "at" {
				*at = shiftWithin(*at, offset, &p)
			}
		case *[]vec.Vec:
			for k := range *at {
				(*at)[k] = shiftWithin((*at)[k], offset, &p)
			}
		}
	}
}

func shiftWithin(pos vec.Vec, offset mgl32.Vec3, p *around.Property) vec.Vec {
	within := func(x, d float32) float32 { return min(max(x+d, float32(p.Min)), float32(p.Max)) }
	return vec.Vec{X: within(pos.X, offset[0]), Y: within(pos.Y, offset[1]), Z: within(pos.Z, offset[2])}
}
