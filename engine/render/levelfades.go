//go:build cgo

package render

import (
	"github.com/go-gl/gl/v4.1-core/gl"
)

// A bird changes from one level of detail to the next sample by sample: it is drawn at both
// levels, each in some of every pixel's samples. If pixels have only one sample and the picture
// is the sum of subframes, the bird changes subframe by subframe instead. Drafts skip this to save
// time.

// fadeRatio is the size at which a bird begins to change level, relative to the size at which the
// change is complete.
const fadeRatio = 1.15

// nextLevel returns the level that follows a level; 0 if there is none.
func (m *mesh) nextLevel(level int) int {
	next := level + 1
	for next+1 < len(m.levels) && m.levels[next+1].maxSize >= m.levels[next].maxSize {
		next++
	}
	if next >= len(m.levels) {
		return 0
	}
	return next
}

// fadeStart returns the wingspan in pixels below which birds begin to change to the next level.
func (m *mesh) fadeStart(level int) float32 {
	next := m.nextLevel(level)
	if next == 0 {
		return 0
	}
	from := min(fadeRatio*m.levels[next].maxSize, m.levels[level].maxSize)
	if m.levels[next].maxSize < litPerPixel { // lit at the vertices at both levels
		from = min(from, litPerPixel)
	}
	return from
}

// fadeSamples returns in how many of its samples a bird with a wingspan in pixels is drawn at the
// next level.
func (m *mesh) fadeSamples(level int, pixels float32, samples int) int {
	next, from := m.nextLevel(level), m.fadeStart(level)
	if next == 0 || pixels >= from || m.blends {
		return 0
	}
	share := (from - pixels) / (from - m.levels[next].maxSize)
	return min(int(share*float32(samples)), samples-1)
}

// fadeSteps returns the number of steps in which birds change to the next level; 0 if they
// change at once.
func (r *Renderer) fadeSteps() int {
	if r.tier == Draft || r.target.samples < 2 || r.target.singleSample {
		return 0
	}
	return int(r.target.samples) - 1
}

// drawFading draws the birds that are changing between two levels.
func (r *Renderer) drawFading(kind int, m *mesh) {
	steps := r.crowd.steps
	for band := range (len(m.levels) - 1) * steps {
		birds := r.crowd.gather(kind, m.bandCount()+band)
		if len(birds) == 0 {
			continue
		}
		level, samples := band/steps, band%steps+1
		next := m.nextLevel(level)
		near := 2 * level
		if m.levels[level].vertexLit || m.levels[next].maxSize < litPerPixel {
			near++
		}
		gl.Enable(gl.SAMPLE_MASK)
		gl.SampleMaski(0, 1<<samples-1)
		r.drawBand(m, 2*next+1, birds, false)
		gl.SampleMaski(0, ^uint32(1<<samples-1))
		r.drawBand(m, near, birds, false)
		gl.Disable(gl.SAMPLE_MASK)
	}
}

// bandFor returns the band for a bird whose wingspan covers a number of pixels, including the
// bands for birds that change between levels.
func (c *crowd) bandFor(m *mesh, pixels float32) int {
	band := m.band(pixels)
	if c.steps == 0 {
		const many = 1 << 16
		if c.subframe > 0 && float32(m.fadeSamples(band/2, pixels, many)) > many*c.subframe {
			return 2*m.nextLevel(band/2) + 1
		}
		return band
	}
	if samples := m.fadeSamples(band/2, pixels, c.steps+1); samples > 0 {
		return m.bandCount() + band/2*c.steps + samples - 1
	}
	return band
}

// bandCount returns the number of all bands of a mesh.
func (c *crowd) bandCount(m *mesh) int { return m.bandCount() + (len(m.levels)-1)*c.steps }
