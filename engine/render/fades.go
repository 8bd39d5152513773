//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"
)

// A bird goes over from one level of detail to the next in some of each pixel's samples after
// the other: it is drawn at both, each in its share of them. Where pixels have one sample and a
// picture is added up from subframes, it goes over in some of those after the other. No draft
// spends the time.

// fadeWide is the size at which a bird begins to go over, of that from which on it is drawn at
// the next level alone.
const fadeWide = 1.15

// after returns the level that birds go over to from one; 0 for none.
func (m *mesh) after(level int) int {
	next := level + 1
	for next+1 < len(m.levels) && m.levels[next+1].below >= m.levels[next].below {
		next++
	}
	if next >= len(m.levels) {
		return 0
	}
	return next
}

// fadesFrom returns the size in pixels from which on birds of a level go over to the next.
func (m *mesh) fadesFrom(level int) float32 {
	next := m.after(level)
	if next == 0 {
		return 0
	}
	from := min(fadeWide*m.levels[next].below, m.levels[level].below)
	if m.levels[next].below < litPerPixel { // as from afar on either side
		from = min(from, litPerPixel)
	}
	return from
}

// fading is in how many of its samples a bird of a level and a size in pixels is drawn at the
// next.
func (m *mesh) fading(level int, pixels float32, samples int) int {
	next, from := m.after(level), m.fadesFrom(level)
	if next == 0 || pixels >= from || m.blends {
		return 0
	}
	share := (from - pixels) / (from - m.levels[next].below)
	return min(int(share*float32(samples)), samples-1)
}

// steps returns the numbers of samples in which birds can be drawn at the next level, where they
// go over.
func (r *Renderer) steps() int {
	if r.tier == Draft || r.target.samples < 2 || r.target.flat {
		return 0
	}
	return int(r.target.samples) - 1
}

// drawFading draws the birds that go over from one level to the next.
func (r *Renderer) drawFading(kind int, m *mesh) {
	steps := r.crowd.steps
	for band := range (len(m.levels) - 1) * steps {
		birds := r.crowd.gather(kind, m.bands()+band)
		if len(birds) == 0 {
			continue
		}
		level, some := band/steps, band%steps+1
		next := m.after(level)
		near := 2 * level
		if m.levels[level].far || m.levels[next].below < litPerPixel {
			near++
		}
		gl.Enable(gl.SAMPLE_MASK)
		gl.SampleMaski(0, 1<<some-1)
		r.drawBand(m, 2*next+1, birds, false)
		gl.SampleMaski(0, ^uint32(1<<some-1))
		r.drawBand(m, near, birds, false)
		gl.Disable(gl.SAMPLE_MASK)
	}
}

// bandOf returns where a bird belongs whose wingspan covers so many pixels, be it that it goes over.
func (c *crowd) bandOf(m *mesh, pixels float32) int {
	band := m.band(pixels)
	if c.steps == 0 {
		const many = 1 << 16
		if c.subframe > 0 && float32(m.fading(band/2, pixels, many)) > many*c.subframe {
			return 2*m.after(band/2) + 1
		}
		return band
	}
	if some := m.fading(band/2, pixels, c.steps+1); some > 0 {
		return m.bands() + band/2*c.steps + some - 1
	}
	return band
}

// bandsOf returns how many a shape has.
func (c *crowd) bandsOf(m *mesh) int { return m.bands() + (len(m.levels)-1)*c.steps }
