//go:build cgo && !nowindow

package ui

import (
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
)

func content(t *testing.T) *SceneContent {
	t.Helper()
	c := &SceneContent{
		Params: []flock.Params{testscene.Def("murmuration").Params, testscene.Def("murmuration").Params}, Starts: make([]cloud.Start, 2),
		Birds: make([]scenario.Bird, 2), Names: []string{"starling", "falcon"}, Look: look.Default(),
	}
	for k := range c.Params {
		if err := c.Params[k].Set("count", 2); err != nil {
			t.Fatal(err)
		}
	}
	for _, kind := range []string{"obstacle", "place", "obstacle"} {
		c.Around.Add(kind)
	}
	return c
}

func TestDotsMarkWhatDiffers(t *testing.T) {
	set := func(k int, key string, value any) func(*SceneContent) {
		return func(c *SceneContent) {
			if err := c.Params[k].Set(key, value); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		edit  func(*SceneContent)
		rows  []string
		pages []string
	}{
		"nothing":           {func(*SceneContent) {}, nil, nil},
		"a parameter":       {set(0, "vision", 7.0), []string{"starling"}, []string{"Flock"}},
		"a wingspan":        {set(0, "wingspan", 1.5), []string{"starling"}, []string{"Birds"}},
		"another flock":     {set(1, "vision", 7.0), []string{"falcon"}, nil},
		"a bird":            {func(c *SceneContent) { c.Birds[0].File = "gull" }, []string{"starling"}, []string{"Birds"}},
		"another bird":      {func(c *SceneContent) { c.Birds[1].File = "gull" }, []string{"falcon"}, nil},
		"a name":            {func(c *SceneContent) { c.Names[1] = "kite" }, []string{"falcon"}, nil},
		"the light":         {func(c *SceneContent) { c.Look.Light.SunElevation++ }, []string{"Light"}, []string{"Light"}},
		"the speed of time": {func(c *SceneContent) { c.Look.Show.Speed = 3 }, nil, nil},
		"the seed":          {func(c *SceneContent) { c.Seed++ }, []string{"Scene"}, []string{"Scene"}},
		"the events":        {func(c *SceneContent) { c.Events = make([]scenario.Event, 1) }, []string{"Events"}, []string{"Events"}},
		"an obstacle": {func(c *SceneContent) { c.Around.Things()[0].(*around.Obstacle).At.Y++ },
			[]string{"Objects", "obstacle-1"}, nil},
		"a hunter's start": {func(c *SceneContent) { c.Starts[1].Groups = []cloud.Group{{Count: 1}, {Count: 1, Speed: 9}} },
			[]string{"falcon", "  boid 1"}, nil},
		"a new flock": {func(c *SceneContent) { c.Names, c.Birds = append(c.Names, "gull"), append(c.Birds, scenario.Bird{}) },
			[]string{"gull"}, nil},
	} {
		p, s, o := outlineState(t)
		p.saved, p.present = content(t), content(t)
		c.edit(p.present)
		if len(p.present.Names) > len(s.Species) { // a reset restores the parameters with which a flock joined
			for _, one := range []*SceneContent{p.saved, p.present} {
				one.Params, one.Starts = append(one.Params, one.Params[0]), append(one.Starts, cloud.Start{})
			}
			s.Species = append(s.Species, "gull")
		}
		s.Around, s.ShownHunters[0].ID = p.present.Around, 1
		var rows []string
		for _, r := range p.outline(s, o) {
			switch {
			case r.changed && r.depth == 2 && r.flock == 1:
				rows = append(rows, "  "+r.label)
			case r.changed:
				rows = append(rows, r.label)
			}
		}
		if slices.Sort(rows); !slices.Equal(rows, slices.Sorted(slices.Values(c.rows))) {
			t.Errorf("%s: the rows %q are marked, want %q", name, rows, c.rows)
		}
		pages := p.changedPages()
		for _, page := range append(flockPages(), "Scene", "Camera", "Light", "View", "Events") {
			if got, want := pages[page], slices.Contains(c.pages, page); got != want {
				t.Errorf("%s: the page %s is marked: %t, want %t", name, page, got, want)
			}
		}
	}
}

func TestPropertyResetsToTheSavedScene(t *testing.T) {
	p, _, _ := outlineState(t)
	p.saved, p.present = content(t), content(t)
	saved, now := p.saved.Around.Things()[0].(*around.Obstacle), p.present.Around.Things()[0].(*around.Obstacle)
	saved.At.Y, now.At.Y = 17, 18
	for _, property := range around.Properties(now) {
		if got, want := p.isPropertyChanged(now, property.Key), property.Key == "at"; got != want {
			t.Errorf("%s is marked: %t, want %t", property.Key, got, want)
		}
		p.resetProperty(&property, now)
	}
	if now.At.Y != 17 {
		t.Errorf("after the reset, the height is %v m, want the saved 17 m", now.At.Y)
	}
}
