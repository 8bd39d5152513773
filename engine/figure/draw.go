package figure

import (
	"image/color"

	"github.com/go-gl/mathgl/mgl32"
)

func (l *layout) draw(p *pen, o *Options) {
	m := markersOf(l, o)
	for i := range l.plots {
		in := &l.plots[i]
		p.drawHulls(in, o)
		p.drawLines(in, in.panel.Links, 0.3)
		p.drawLines(in, in.panel.Traces, 0.4)
		p.drawBirds(in, m, o)
		p.drawLines(in, in.panel.Bones, 0.7)
		p.drawVision(in)
		p.drawCentres(in)
		p.drawSteers(in)
		p.drawAxes(in, l.width)
	}
	p.legend(l.footer, l.footerLeft, l.footerTop-em)
}

func (p *pen) drawAxes(in *plot, pageWidth float64) {
	r := in.page
	p.outlineOf(r)
	p.text(point{r.left, r.top + gap}, in.title)
	below := r.bottom - tickSize - gap/2 - 0.75*em
	for _, t := range in.acrossTicks() {
		x := in.onPage(point{t.at, in.world.bottom}).x
		p.stroke([]point{{x, r.bottom}, {x, r.bottom - tickSize}}, 0.5, ink)
		half := p.width(t.text) / 2
		p.textCentred(point{min(x, pageWidth-margin-half), below}, t.text)
	}
	widest := 0.0
	for _, t := range in.upTicks() {
		y := in.onPage(point{in.world.left, t.at}).y
		p.stroke([]point{{r.left, y}, {r.left - tickSize, y}}, 0.5, ink)
		width := p.width(t.text)
		widest = max(widest, width)
		p.text(point{r.left - tickSize - gap/2 - width, y - 0.36*em}, t.text)
	}
	half := p.width(in.projection.across) / 2
	p.textCentred(point{min((r.left+r.right)/2, pageWidth-margin-half), below - line + gap/2}, in.projection.across)
	p.textUpward(point{r.left - tickSize - gap - widest - gap/2, (r.bottom + r.top) / 2}, in.projection.upward)
}

func (p *pen) drawLines(in *plot, lines []Line, width float64) {
	for i := range lines {
		for _, part := range clip(in.places(lines[i].Points), in.page) {
			p.stroke(part, width, lines[i].Colour)
		}
	}
}

func (p *plot) places(all []mgl32.Vec3) (out []point) {
	for _, at := range all {
		out = append(out, p.place(at))
	}
	return out
}

func (p *pen) drawHulls(in *plot, o *Options) {
	if !in.panel.Hull {
		return
	}
	flocks := map[int][]point{}
	most := -1
	for i := range in.panel.Birds {
		if b := &in.panel.Birds[i]; in.shows(b, o) {
			flocks[b.Flock] = append(flocks[b.Flock], in.place(b.Pos))
			most = max(most, b.Flock)
		}
	}
	for k := range most + 1 {
		corners := hullOf(flocks[k])
		if len(corners) > 2 {
			for _, part := range clip(append(corners, corners[0]), in.page) {
				p.strokeDashed(part, 0.5, hullInk)
			}
		}
	}
}

func (p *pen) drawVision(in *plot) {
	if v := in.panel.Vision; v != nil {
		for _, part := range clip(circle(in.place(v.Centre), float64(v.Radius)*in.scale), in.page) {
			p.stroke(part, 0.5, visionInk)
		}
	}
}

func (p *pen) drawCentres(in *plot) {
	for _, centre := range in.panel.Centres {
		at := in.place(centre)
		for _, arm := range []point{{2.5, 0}, {0, 2.5}} {
			if in.page.contains(at) {
				p.stroke([]point{at.sub(arm), at.add(arm)}, 0.8, centreInk)
			}
		}
	}
}

func (p *pen) drawSteers(in *plot) {
	s := in.panel.Steers
	if s == nil {
		return
	}
	p.drawSteer(in, s, s.Sum, 1.2, centreInk, false)
	for _, a := range s.Arrows {
		p.drawSteer(in, s, a.Along, 1, rgb(a.Colour), a.Dashed)
	}
}

// drawSteer draws a steering force as an arrow from its boid. If the arrow does not fit, it draws a line
// without a head to the edge of the plot.
func (p *pen) drawSteer(in *plot, s *Steers, along mgl32.Vec3, width float64, c color.Color, dashes bool) {
	from, to := in.place(s.At), in.place(s.At.Add(along))
	_, end, ok := clipSegment(from, to, in.page)
	switch {
	case !ok || !in.page.contains(from):
	case in.page.contains(to):
		p.arrow(from, to, width, c, dashes)
	case dashes:
		p.strokeDashed([]point{from, end}, width, c)
	default:
		p.stroke([]point{from, end}, width, c)
	}
}
