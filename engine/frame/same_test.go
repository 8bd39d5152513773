package frame

import (
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func fullFrame() *Frame {
	return &Frame{
		Seconds: 2, Birds: []Bird{{Span: 1}, {Span: 2}}, IDs: []int32{4, 7}, Ribbons: []RibbonPoint{{Width: 1}},
		Stands: []Stand{{Solid: &Solid{}, Name: "tower"}}, Inset: &Inset{}, Outline: &Outline{Bird: 1}, Vision: &Ball{Radius: 3},
		Legend: &Legend{Title: "speed", Kinds: []LegendKey{{Text: "heron"}}},
	}
}

func TestSame(t *testing.T) {
	for name, change := range map[string]func(*Frame){
		"time":    func(f *Frame) { f.Seconds++ },
		"camera":  func(f *Frame) { f.View.Eye[1] += 1e-6 },
		"light":   func(f *Frame) { f.Light.Ground = mgl32.Vec3{1} },
		"bird":    func(f *Frame) { f.Birds[1].Phase = 0.5 },
		"count":   func(f *Frame) { f.Birds = f.Birds[:1] },
		"id":      func(f *Frame) { f.IDs[0] = 5 },
		"ribbon":  func(f *Frame) { f.Ribbons[0].Start = true },
		"stand":   func(f *Frame) { f.Stands[0].Matrix[3] = 1 },
		"inset":   func(f *Frame) { f.Inset.View.FovY = 1 },
		"outline": func(f *Frame) { f.Outline.Bird = 0 },
		"vision":  func(f *Frame) { f.Vision = nil },
		"legend":  func(f *Frame) { f.Legend.Kinds[0].Text = "goose" },
	} {
		f, seen := fullFrame(), &Frame{Birds: make([]Bird, 9)}
		if f.CopyTo(seen); !f.Same(seen) {
			t.Fatal("a copy differs from its frame")
		}
		if change(f); f.Same(seen) {
			t.Errorf("a change of the %s is not seen", name)
		}
		if !reflect.DeepEqual(seen.Birds, fullFrame().Birds) {
			t.Errorf("a change of the %s changes the copy", name)
		}
	}
}
