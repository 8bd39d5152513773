package iconfont

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"golang.org/x/exp/shiny/iconvg"
)

// vec is a position on the grid of an icon: 0 to gridSize, y down.
type vec struct{ x, y float64 }

func (a vec) add(b vec) vec           { return vec{a.x + b.x, a.y + b.y} }
func (a vec) scale(k float64) vec     { return vec{k * a.x, k * a.y} }
func mix(a, b vec, share float64) vec { return a.scale(1 - share).add(b.scale(share)) }

// node is a point of a contour. Between two consecutive points off the curve, there is an implied point on
// it, halfway.
type node struct {
	vec
	onCurve bool
}

// outline collects the contours of one icon as lines and quadratic curves. It implements iconvg.Destination,
// but ignores colours.
type outline struct {
	contours [][]node
	current  vec
	control  vec
	view     iconvg.Rectangle
}

func (o *outline) moveTo(p vec) {
	o.contours = append(o.contours, []node{{p, true}})
	o.current, o.control = p, p
}

func (o *outline) add(p vec, onCurve bool) {
	last := &o.contours[len(o.contours)-1]
	*last = append(*last, node{p, onCurve})
}

func (o *outline) lineTo(p vec) {
	o.add(p, true)
	o.current, o.control = p, p
}

func (o *outline) quadTo(c, p vec) {
	o.add(c, false)
	o.add(p, true)
	o.current, o.control = p, c
}

// cubicPieces is the number of quadratic curves that replace a cubic one.
const cubicPieces = 4

func (o *outline) cubeTo(c1, c2, p vec) {
	from := o.current
	pointAt := func(t float64) vec {
		a, b, c := mix(from, c1, t), mix(c1, c2, t), mix(c2, p, t)
		return mix(mix(a, b, t), mix(b, c, t), t)
	}
	for k := range cubicPieces {
		a, mid, b := pointAt(float64(k)/cubicPieces), pointAt((float64(k)+0.5)/cubicPieces), pointAt(float64(k+1)/cubicPieces)
		o.quadTo(mid.scale(2).add(mix(a, b, 0.5).scale(-1)), b)
	}
	o.control = c2
}

// smooth returns the last control point, mirrored at the current point.
func (o *outline) smooth() vec { return o.current.scale(2).add(o.control.scale(-1)) }

func (o *outline) arcTo(rx, ry, rotation float64, large, sweep bool, p vec) {
	from := o.current
	if rx = math.Abs(rx); rx == 0 || ry == 0 {
		o.lineTo(p)
		return
	}
	ry = math.Abs(ry)
	sin, cos := math.Sincos(rotation)
	turned := func(v vec) vec { return vec{cos*v.x + sin*v.y, -sin*v.x + cos*v.y} }
	half := turned(from.add(p.scale(-1)).scale(0.5))
	if grow := half.x*half.x/(rx*rx) + half.y*half.y/(ry*ry); grow > 1 {
		rx, ry = rx*math.Sqrt(grow), ry*math.Sqrt(grow)
	}
	unit := vec{half.x / rx, half.y / ry}
	square := unit.x*unit.x + unit.y*unit.y
	k := math.Sqrt(max(1/square-1, 0))
	if large == sweep {
		k = -k
	}
	centre := vec{k * unit.y, -k * unit.x} // centre in units of the radii
	start := math.Atan2(unit.y-centre.y, unit.x-centre.x)
	angle := math.Atan2(-unit.y-centre.y, -unit.x-centre.x) - start
	switch {
	case sweep && angle < 0:
		angle += 2 * math.Pi
	case !sweep && angle > 0:
		angle -= 2 * math.Pi
	}
	pointAt := func(radius, angle float64) vec {
		y, x := math.Sincos(angle)
		x, y = rx*(centre.x+radius*x), ry*(centre.y+radius*y)
		return vec{cos*x - sin*y, sin*x + cos*y}.add(mix(from, p, 0.5))
	}
	pieces := int(math.Ceil(math.Abs(angle) / (math.Pi / 8)))
	step := angle / float64(pieces)
	for i := range pieces {
		end := start + float64(i+1)*step
		o.quadTo(pointAt(1/math.Cos(step/2), end-step/2), pointAt(1, end))
	}
	o.current, o.control = p, p
}

// readPath adds the contours of an SVG path, in the form that Icon.Path describes.
func (o *outline) readPath(path string) error {
	words := strings.Fields(path)
	for len(words) > 0 {
		command := words[0]
		count, known := map[string]int{"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}[command]
		if !known || len(words) <= count {
			return fmt.Errorf("path: %q needs %d numbers", command, count)
		}
		var n [6]float64
		for k, word := range words[1 : 1+count] {
			var err error
			if n[k], err = strconv.ParseFloat(word, 64); err != nil {
				return fmt.Errorf("path: %w", err)
			}
		}
		words = words[1+count:]
		o.draw(command, n)
	}
	return nil
}

func (o *outline) draw(command string, n [6]float64) {
	switch command {
	case "M":
		o.moveTo(vec{n[0], n[1]})
	case "L":
		o.lineTo(vec{n[0], n[1]})
	case "H":
		o.lineTo(vec{n[0], o.current.y})
	case "V":
		o.lineTo(vec{o.current.x, n[0]})
	case "Q":
		o.quadTo(vec{n[0], n[1]}, vec{n[2], n[3]})
	case "C":
		o.cubeTo(vec{n[0], n[1]}, vec{n[2], n[3]}, vec{n[4], n[5]})
	}
}
