//go:build cgo

package render

import (
	"cmp"
	"slices"

	"skein/engine/frame"
)

func (r *Renderer) drawGlass(f *frame.Frame, v frame.View, s *scene) {
	var all []*frame.Stand
	for i := range f.Stands {
		if slices.ContainsFunc(f.Stands[i].Coats, func(c frame.Coat) bool { return c.Blend }) {
			all = append(all, &f.Stands[i])
		}
	}
	if len(all) == 0 || f.Transparent {
		return
	}
	far := func(each *frame.Stand) float32 { return each.Low.Add(each.High).Mul(0.5).Sub(v.Eye).Len() }
	slices.SortStableFunc(all, func(a, b *frame.Stand) int { return cmp.Compare(far(b), far(a)) })
	for i := range all {
		r.drawStands(f, s, pipeGlass, all[i:i+1], func(c *coat) bool { return c.Blend && !r.drawsPBR(&c.pbr) })
		r.drawStands(f, s, pipePBRGlass, all[i:i+1], func(c *coat) bool { return c.Blend && r.drawsPBR(&c.pbr) })
	}
}
