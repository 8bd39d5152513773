//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"
)

// A bird changes from one level of detail to the next sample by sample: it is drawn at both
// levels, each in some of every pixel's samples. If pixels have only one sample and the picture
// is the sum of subframes, the bird changes subframe by subframe instead. Drafts skip this to save
// time.

// fadeWide is the size at which a bird begins to change level, relative to the size at which the
// change is complete.
const fadeWide = 1.15

// after returns the level that follows a level; 0 if there is none.
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

// fadesFrom returns the wingspan in pixels below which birds begin to change to the next level.
func (m *mesh) fadesFrom(level int) float32 {
	next := m.after(level)
	if next == 0 {
		return 0
	}
	from := min(fadeWide*m.levels[next].below, m.levels[level].below)
	if m.levels[next].below < litPerPixel { // lit at the vertices at both levels
		from = min(from, litPerPixel)
	}
	return from
}

// fading returns in how many of its samples a bird with a wingspan in pixels is drawn at the
// next level.
func (m *mesh) fading(level int, pixels float32, samples int) int {
	next, from := m.after(level), m.fadesFrom(level)
	if next == 0 || pixels >= from || m.blends {
		return 0
	}
	share := (from - pixels) / (from - m.levels[next].below)
	return min(int(share*float32(samples)), samples-1)
}

// steps returns the number of steps in which birds change to the next level; 0 if they change at
// once.
func (r *Renderer) steps() int {
	if r.tier == Draft || r.target.samples < 2 || r.target.flat {
		return 0
	}
	return int(r.target.samples) - 1
}

// drawFading draws the birds that are changing between two levels.
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

// bandOf returns the band for a bird whose wingspan covers a number of pixels, including the
// bands for birds that change between levels.
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

// bandsOf returns the number of all bands of a mesh.
func (c *crowd) bandsOf(m *mesh) int { return m.bands() + (len(m.levels)-1)*c.steps }
