package tracks

import "math"

// planeHeight is the default height of birds in a table without heights, in m.
const planeHeight = 20

func (o *Options) height() float64 {
	if o.Height == nil {
		return planeHeight
	}
	return *o.Height
}

// place returns the columns of the position. The third one may be missing.
func (p *columnIndex) place() [3]Column {
	if !p.hasAll(X, Y, Z) && p.hasAll(Longitude, Latitude) {
		return [3]Column{Longitude, Latitude, Height}
	}
	return [3]Column{X, Y, Z}
}

func (p *columnIndex) isPlane() bool { return p[p.place()[2]] < 0 }

// hasVector reports whether the table has all components of a vector, or the two components of a vector in a
// plane.
func (p *columnIndex) hasVector(v [3]Column) bool {
	return p.hasAll(v[:]...) || p.isPlane() && p.hasAll(v[:2]...)
}

func (p *columnIndex) useHeightAsZ() {
	if p.place() == [3]Column{X, Y, Z} && p.hasAll(X, Y, Height) && p[Z] < 0 {
		p[Z], p[Height] = p[Height], -1
	}
}

// lacksHeight reports whether the row has no height. It then gets the height in the options.
func (r *reader) lacksHeight() bool {
	cell := r.cells[r.columns.place()[r.up]]
	return cell == nil || r.o.Height != nil && cell.kind == nothing
}

// setHeight sets a missing height to the one in the options. It reports whether the height was missing.
func (r *reader) setHeight(s *sample, scale float64) bool {
	if !math.IsNaN(s.pos[r.up]) {
		return false
	}
	s.pos[r.up] = r.o.height() / scale
	r.raised++
	return true
}

func (r *reader) addNoteAboutHeights(t *Tracks) {
	switch {
	case r.columns.isPlane():
		t.addNote("the table has no heights, so all birds are at %g m (--height changes this)", r.o.height())
	case r.raised > 0:
		t.addNote("%d of %d rows have no height; they are at %g m", r.raised, len(r.samples), r.o.height())
	}
}
