package figure

import (
	"image/color"

	"github.com/go-gl/mathgl/mgl32"
)

func (l *layout) draw(p *pen, o *Options) {
	m := markersOf(l, o)
	for i := range l.plots {
		pl := &l.plots[i]
		p.drawHulls(pl, o)
		p.drawLines(pl, pl.panel.Links, 0.3)
		p.drawLines(pl, pl.panel.Traces, 0.4)
		p.drawBirds(pl, m, o)
		p.drawLines(pl, pl.panel.Bones, 0.7)
		p.drawVision(pl)
		p.drawCentres(pl)
		p.drawSteers(pl)
		p.drawAxes(pl, l.width)
	}
	p.legend(l.footer, l.footerLeft, l.footerTop-em)
}

func (p *pen) drawAxes(pl *plot, pageWidth float64) {
	r := pl.page
	p.outlineOf(r)
	p.text(point{r.left, r.top + gap}, pl.title)
	below := r.bottom - tickSize - gap/2 - 0.75*em
	for _, t := range pl.acrossTicks() {
		x := pl.onPage(point{t.value, pl.world.bottom}).x
		p.stroke([]point{{x, r.bottom}, {x, r.bottom - tickSize}}, 0.5, ink)
		halfWidth := p.width(t.text) / 2
		p.textCentred(point{min(x, pageWidth-margin-halfWidth), below}, t.text)
	}
	widest := 0.0
	for _, t := range pl.upTicks() {
		y := pl.onPage(point{pl.world.left, t.value}).y
		p.stroke([]point{{r.left, y}, {r.left - tickSize, y}}, 0.5, ink)
		width := p.width(t.text)
		widest = max(widest, width)
		p.text(point{r.left - tickSize - gap/2 - width, y - 0.36*em}, t.text)
	}
	half := p.width(pl.projection.across) / 2
	p.textCentred(point{min((r.left+r.right)/2, pageWidth-margin-half), below - line + gap/2}, pl.projection.across)
	p.textUpward(point{r.left - tickSize - gap - widest - gap/2, (r.bottom + r.top) / 2}, pl.projection.upward)
}

func (p *pen) drawLines(pl *plot, lines []Line, width float64) {
	for i := range lines {
		for _, part := range clip(pl.places(lines[i].Points), pl.page) {
			p.stroke(part, width, lines[i].Colour)
		}
	}
}

func (p *plot) places(all []mgl32.Vec3) (out []point) {
	for _, pos := range all {
		out = append(out, p.place(pos))
	}
	return out
}

func (p *pen) drawHulls(pl *plot, o *Options) {
	if !pl.panel.Hull {
		return
	}
	flocks := map[int][]point{}
	most := -1
	for i := range pl.panel.Birds {
		if b := &pl.panel.Birds[i]; pl.shows(b, o) {
			flocks[b.Flock] = append(flocks[b.Flock], pl.place(b.Pos))
			most = max(most, b.Flock)
		}
	}
	for k := range most + 1 {
		corners := hullOf(flocks[k])
		if len(corners) > 2 {
			for _, part := range clip(append(corners, corners[0]), pl.page) {
				p.strokeDashed(part, 0.5, hullInk)
			}
		}
	}
}

func (p *pen) drawVision(pl *plot) {
	if v := pl.panel.Vision; v != nil {
		for _, part := range clip(circle(pl.place(v.Centre), float64(v.Radius)*pl.scale), pl.page) {
			p.stroke(part, 0.5, visionInk)
		}
	}
}

func (p *pen) drawCentres(pl *plot) {
	for _, centre := range pl.panel.Centres {
		pos := pl.place(centre)
		for _, arm := range []point{{2.5, 0}, {0, 2.5}} {
			if pl.page.contains(pos) {
				p.stroke([]point{pos.sub(arm), pos.add(arm)}, 0.8, centreInk)
			}
		}
	}
}

func (p *pen) drawSteers(pl *plot) {
	s := pl.panel.Steers
	if s == nil {
		return
	}
	p.drawSteer(pl, s, s.Sum, 1.2, centreInk, false)
	for _, a := range s.Arrows {
		p.drawSteer(pl, s, a.Along, 1, rgb(a.Colour), a.Dashed)
	}
}

// drawSteer draws a steering force as an arrow from its boid. If the arrow does not fit, it draws a line
// without a head to the edge of the plot.
func (p *pen) drawSteer(pl *plot, s *Steers, along mgl32.Vec3, width float64, c color.Color, dashes bool) {
	from, to := pl.place(s.At), pl.place(s.At.Add(along))
	_, end, ok := clipSegment(from, to, pl.page)
	switch {
	case !ok || !pl.page.contains(from):
	case pl.page.contains(to):
		p.arrow(from, to, width, c, dashes)
	case dashes:
		p.strokeDashed([]point{from, end}, width, c)
	default:
		p.stroke([]point{from, end}, width, c)
	}
}
