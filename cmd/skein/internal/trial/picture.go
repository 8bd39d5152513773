package trial

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Sizes in the image of the trials, in pixels.
const (
	panelWide, panelHigh = 340, 230
	panelGap             = 8
	headHigh             = 44 // heading above the panels of a world
	titleHigh            = 36 // two lines of text in a panel
)

var (
	paper     = color.RGBA{255, 255, 255, 255}
	ink       = color.RGBA{40, 40, 40, 255}
	passTint  = color.RGBA{236, 246, 236, 255}
	failTint  = color.RGBA{250, 236, 234, 255}
	failInk   = color.RGBA{190, 30, 20, 255}
	partyInks = []color.RGBA{
		{31, 119, 180, 255}, {214, 93, 14, 255}, {44, 140, 60, 255}, {128, 80, 170, 255},
		{150, 100, 40, 255}, {200, 60, 140, 255}, {20, 150, 160, 255},
	}
)

// drawTrials draws the paths of the boids in each run, seen from above, with a row for each trial and a
// column for each neighbourhood. The panels of a row have the same scale.
func drawTrials(runs []*Run) image.Image {
	wide := columnCount(sharesOf(runs))
	rows, heads := len(runs)/wide, 1
	for k := range runs[1:] {
		if runs[k].space != runs[k+1].space {
			heads++
		}
	}
	p := &pathSheet{img: image.NewRGBA(image.Rect(0, 0, wide*(panelWide+panelGap)+panelGap, rows*(panelHigh+panelGap)+heads*headHigh))}
	draw.Draw(p.img, p.img.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	y := 0
	for from := 0; from < len(runs); from += wide {
		row := runs[from : from+wide]
		if from == 0 || row[0].space != runs[from-1].space {
			p.text(panelGap, y+26, ink, "Erneholm's trials in "+row[0].inWords()+", seen from above")
			y += headHigh
		}
		area := extentOf(row)
		for k, r := range row {
			point := image.Pt(panelGap+k*(panelWide+panelGap), y)
			p.panel(image.Rectangle{point, point.Add(image.Pt(panelWide, panelHigh))}, r, area)
		}
		y += panelHigh + panelGap
	}
	return p.img
}

func (r *Run) inWords() string {
	if r.space {
		return "space"
	}
	return "the plane"
}

type extent struct{ low, high mgl32.Vec2 }

func extentOf(runs []*Run) extent {
	inf := float32(math.Inf(1))
	e := extent{mgl32.Vec2{inf, inf}, mgl32.Vec2{-inf, -inf}}
	for _, r := range runs {
		for _, path := range r.paths {
			for _, pos := range path {
				for k, x := range [2]float32{pos[0], pos[2]} {
					e.low[k], e.high[k] = min(e.low[k], x-5), max(e.high[k], x+5)
				}
			}
		}
	}
	return e
}

type pathSheet struct{ img *image.RGBA }

func (p *pathSheet) panel(frame image.Rectangle, r *Run, area extent) {
	tint, words := failTint, failInk
	if r.judge.Good() {
		tint, words = passTint, ink
	}
	draw.Draw(p.img, frame, image.NewUniform(tint), image.Point{}, draw.Src)
	field := image.Rect(frame.Min.X+4, frame.Min.Y+titleHigh, frame.Max.X-4, frame.Max.Y-4)
	size := area.high.Sub(area.low)
	scale := min(float32(field.Dx())/size[0], float32(field.Dy())/size[1])
	middle := area.low.Add(area.high).Mul(0.5)
	place := func(pos mgl32.Vec3) mgl32.Vec2 {
		centre := field.Min.Add(field.Max)
		return mgl32.Vec2{float32(centre.X)/2 + scale*(pos[0]-middle[0]), float32(centre.Y)/2 + scale*(pos[2]-middle[1])}
	}
	sub := &pathSheet{p.img.SubImage(frame).(*image.RGBA)}
	id := 0
	for k, g := range r.scene.Start.Groups {
		for range g.Count {
			sub.path(r.paths[id], place, partyInks[k%len(partyInks)])
			id++
		}
	}
	if moment := r.moment(); r.judge.Failed >= 0 {
		for _, path := range r.paths {
			sub.dot(place(path[moment]), 1.6, failInk)
		}
	}
	p.text(frame.Min.X+6, frame.Min.Y+15, ink, fmt.Sprintf("%d %s, %s", r.trial.Number, r.trial.Goal, r.trial.Name))
	p.text(frame.Min.X+6, frame.Min.Y+30, words, r.name+": "+r.result())
	p.ruler(field, scale)
}

// result returns the text of cell in ASCII, because the picture's font has no other characters.
func (r *Run) result() string {
	word := "fails"
	if r.judge.Good() {
		word = "ok"
	}
	if r.judge.Joined < 0 {
		word += " -"
	} else {
		word += fmt.Sprintf(" %.1fs", r.judge.Joined)
	}
	for _, count := range countWords(r.judge.Collisions, r.judge.Lost, r.judge.Splits) {
		word += " " + count
	}
	return word
}

func (p *pathSheet) path(path []mgl32.Vec3, place func(mgl32.Vec3) mgl32.Vec2, colour color.RGBA) {
	const apart = 3 // ticks between two points of the line
	line := colour
	line.R, line.G, line.B, line.A = faint(colour.R), faint(colour.G), faint(colour.B), 170
	last := place(path[0])
	p.dot(last, 1.5, colour)
	var stroke vector.Rasterizer
	origin := p.begin(&stroke)
	for k := apart; k < len(path); k += apart {
		next := place(path[k])
		strokeLine(&stroke, last.Sub(origin), next.Sub(origin), 0.55)
		last = next
	}
	p.fill(&stroke, line)
	end, before := last, place(path[max(0, len(path)-1-10)])
	if ahead := end.Sub(before); ahead.Len() > 0 {
		p.arrow(end, ahead.Normalize(), colour)
	}
}

// faint multiplies a colour component by the line's opacity, because color.RGBA is premultiplied.
func faint(x uint8) uint8 { return uint8(int(x) * 170 / 255) }

func (p *pathSheet) begin(r *vector.Rasterizer) mgl32.Vec2 {
	r.Reset(p.img.Rect.Dx(), p.img.Rect.Dy())
	return mgl32.Vec2{float32(p.img.Rect.Min.X), float32(p.img.Rect.Min.Y)}
}

func (p *pathSheet) fill(r *vector.Rasterizer, colour color.RGBA) {
	r.Draw(p.img, p.img.Rect, image.NewUniform(colour), image.Point{})
}

// strokeLine adds a line that is 2·halfWidth pixels wide.
func strokeLine(r *vector.Rasterizer, a, b mgl32.Vec2, halfWidth float32) {
	d := b.Sub(a)
	if d.Len() == 0 {
		return
	}
	n := mgl32.Vec2{-d[1], d[0]}.Mul(halfWidth / d.Len())
	polygon(r, a.Add(n), b.Add(n), b.Sub(n), a.Sub(n))
}

func polygon(r *vector.Rasterizer, corners ...mgl32.Vec2) {
	r.MoveTo(corners[0][0], corners[0][1])
	for _, c := range corners[1:] {
		r.LineTo(c[0], c[1])
	}
	r.ClosePath()
}

func (p *pathSheet) dot(pos mgl32.Vec2, radius float32, colour color.RGBA) {
	var r vector.Rasterizer
	pos = pos.Sub(p.begin(&r))
	var corners []mgl32.Vec2
	for k := range 8 {
		sine, cosine := math.Sincos(float64(k) * math.Pi / 4)
		corners = append(corners, pos.Add(mgl32.Vec2{float32(cosine), float32(sine)}.Mul(radius)))
	}
	polygon(&r, corners...)
	p.fill(&r, colour)
}

func (p *pathSheet) arrow(tip, ahead mgl32.Vec2, colour color.RGBA) {
	var r vector.Rasterizer
	tip = tip.Sub(p.begin(&r))
	side := mgl32.Vec2{-ahead[1], ahead[0]}
	tail := tip.Sub(ahead.Mul(6))
	polygon(&r, tip, tail.Add(side.Mul(2.2)), tail.Sub(side.Mul(2.2)))
	p.fill(&r, colour)
}

func (p *pathSheet) ruler(field image.Rectangle, scale float32) {
	metres := 100
	if scale*100 > float32(field.Dx())/2 {
		metres = 20
	}
	wide := int(scale * float32(metres))
	draw.Draw(p.img, image.Rect(field.Max.X-wide-2, field.Max.Y-4, field.Max.X-2, field.Max.Y-3), image.NewUniform(ink), image.Point{}, draw.Src)
	p.text(field.Max.X-40, field.Max.Y-7, ink, fmt.Sprintf("%d m", metres))
}

func (p *pathSheet) text(x, y int, colour color.RGBA, words string) {
	d := font.Drawer{Dst: p.img, Src: image.NewUniform(colour), Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(words)
}
