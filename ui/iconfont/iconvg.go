package iconfont

import "golang.org/x/exp/shiny/iconvg"

// The methods below implement iconvg.Destination.

func (o *outline) Reset(m iconvg.Metadata) { *o = outline{view: m.ViewBox} }

func (o *outline) SetCSel(uint8)                     {}
func (o *outline) SetNSel(uint8)                     {}
func (o *outline) SetCReg(uint8, bool, iconvg.Color) {}
func (o *outline) SetNReg(uint8, bool, float32)      {}
func (o *outline) SetLOD(_, _ float32)               {}
func (o *outline) ClosePathEndPath()                 {}

func (o *outline) size(v float32) float64 {
	return float64(v) * gridSize / float64(o.view.Max[0]-o.view.Min[0])
}

func (o *outline) abs(x, y float32) vec {
	return vec{o.size(x - o.view.Min[0]), o.size(y - o.view.Min[1])}
}

func (o *outline) rel(x, y float32) vec { return o.current.add(vec{o.size(x), o.size(y)}) }

func (o *outline) StartPath(_ uint8, x, y float32) { o.moveTo(o.abs(x, y)) }
func (o *outline) ClosePathAbsMoveTo(x, y float32) { o.moveTo(o.abs(x, y)) }
func (o *outline) ClosePathRelMoveTo(x, y float32) {
	o.moveTo(o.start().add(vec{o.size(x), o.size(y)}))
}
func (o *outline) AbsHLineTo(x float32)           { o.lineTo(vec{o.abs(x, 0).x, o.current.y}) }
func (o *outline) RelHLineTo(x float32)           { o.lineTo(o.rel(x, 0)) }
func (o *outline) AbsVLineTo(y float32)           { o.lineTo(vec{o.current.x, o.abs(0, y).y}) }
func (o *outline) RelVLineTo(y float32)           { o.lineTo(o.rel(0, y)) }
func (o *outline) AbsLineTo(x, y float32)         { o.lineTo(o.abs(x, y)) }
func (o *outline) RelLineTo(x, y float32)         { o.lineTo(o.rel(x, y)) }
func (o *outline) AbsSmoothQuadTo(x, y float32)   { o.quadTo(o.smooth(), o.abs(x, y)) }
func (o *outline) RelSmoothQuadTo(x, y float32)   { o.quadTo(o.smooth(), o.rel(x, y)) }
func (o *outline) AbsQuadTo(x1, y1, x, y float32) { o.quadTo(o.abs(x1, y1), o.abs(x, y)) }
func (o *outline) RelQuadTo(x1, y1, x, y float32) { o.quadTo(o.rel(x1, y1), o.rel(x, y)) }
func (o *outline) AbsSmoothCubeTo(x2, y2, x, y float32) {
	o.cubeTo(o.smooth(), o.abs(x2, y2), o.abs(x, y))
}
func (o *outline) RelSmoothCubeTo(x2, y2, x, y float32) {
	o.cubeTo(o.smooth(), o.rel(x2, y2), o.rel(x, y))
}
func (o *outline) AbsCubeTo(x1, y1, x2, y2, x, y float32) {
	o.cubeTo(o.abs(x1, y1), o.abs(x2, y2), o.abs(x, y))
}
func (o *outline) RelCubeTo(x1, y1, x2, y2, x, y float32) {
	o.cubeTo(o.rel(x1, y1), o.rel(x2, y2), o.rel(x, y))
}

func (o *outline) AbsArcTo(rx, ry, rotation float32, large, sweep bool, x, y float32) {
	o.arcTo(o.size(rx), o.size(ry), turns*float64(rotation), large, sweep, o.abs(x, y))
}

func (o *outline) RelArcTo(rx, ry, rotation float32, large, sweep bool, x, y float32) {
	o.arcTo(o.size(rx), o.size(ry), turns*float64(rotation), large, sweep, o.rel(x, y))
}

func (o *outline) start() vec { return o.contours[len(o.contours)-1][0].vec }
