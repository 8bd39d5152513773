//go:build cgo && !nowindow

package ui

import (
	"slices"

	"skein/engine/studio"
)

type objectKind int

const (
	flockObject objectKind = iota
	boidObject
	thingObject // an obstacle, place, path, perch or wind
	sceneObject
	cameraObject
	lightObject
	viewObject
	eventsObject
)

// object is an object that can be selected. For a flock or a boid, the Controls hold the selected index. A
// thing is identified by its name.
type object struct {
	kind objectKind
	name string
}

func (s object) pages() []string {
	switch s.kind {
	case flockObject:
		return flockPages()
	case boidObject:
		return append([]string{"Boid"}, flockPages()...)
	case thingObject:
		return []string{"Object"}
	case sceneObject:
		return []string{"Scene"}
	case cameraObject:
		return []string{"Camera"}
	case lightObject:
		return []string{"Light"}
	case eventsObject:
		return []string{"Events"}
	}
	return []string{"View"}
}

func flockPages() []string { return []string{"Flock", "Leadership", "Rules", "Birds"} }

func objectOf(page string) (object, bool) {
	for kind := flockObject; kind <= eventsObject; kind++ {
		if s := (object{kind: kind}); slices.Contains(s.pages(), page) {
			return s, true
		}
	}
	return object{}, false
}

type selection struct {
	now   object
	pages map[objectKind]string
	rule  string // chosen rule of the selected flock; empty if none
	flock int    // selected flock in the last frame
	boid  int    // selected boid in the last frame; justChosen if the user has chosen an object since
}

const justChosen = -2

// follow updates the selection after the Controls have changed, for example by a click in the picture. If the
// selected object is gone, it selects the scene; if a boid is gone, it selects its flock. If only the flock
// has changed, because a flock was added, it selects the flock.
func (s *selection) follow(c *studio.Controls) {
	if c.Flock != s.flock {
		s.flock, s.rule = c.Flock, ""
		if s.now.kind != boidObject || c.Selected == s.boid {
			s.now = object{}
		}
	}
	s.boid = c.Selected
	switch {
	case c.Thing != "":
		s.now = object{thingObject, c.Thing}
	case s.now.kind == thingObject:
		s.now = object{kind: sceneObject}
	case s.now.kind == boidObject && c.Selected < 0:
		s.now = object{}
	}
	if s.now.kind != flockObject {
		s.rule = ""
	}
}

func (s *selection) choose(to object, c *studio.Controls) {
	s.now, s.rule, s.boid = to, "", justChosen
	if c.Thing != to.name {
		c.Thing, c.Point = to.name, 0
	}
}

func (s *selection) page() string {
	if s.rule != "" {
		return "Rules"
	}
	return s.frontOf(s.now)
}

func (s *selection) frontOf(o object) string {
	if last := s.pages[o.kind]; slices.Contains(o.pages(), last) {
		return last
	}
	return o.pages()[0]
}

func (s *selection) turn(page string) {
	if s.pages == nil {
		s.pages = map[objectKind]string{}
	}
	s.pages[s.now.kind] = page
}

func (s *selection) open(page string, c *studio.Controls) bool {
	to, ok := objectOf(page)
	if !ok {
		return false
	}
	if !slices.Contains(s.now.pages(), page) {
		s.choose(to, c)
	}
	s.turn(page)
	s.rule = ""
	return true
}

// Picked selects the boid that the user has clicked in the picture. If the user has clicked a
// thing, selection.follow selects it.
func (p *Panel) Picked(c *studio.Controls) {
	p.selection.now = object{kind: boidObject}
	p.selection.turn("Boid")
	p.selection.flock = c.Flock
}
