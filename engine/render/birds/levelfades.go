//go:build cgo

package birds

// A bird changes from one level of detail to the next sample by sample: it is drawn at both
// levels, each in some of every pixel's samples. If pixels have only one sample and the picture
// is the sum of subframes, the bird changes subframe by subframe instead. Drafts skip this to save
// time.

// fadeRatio is the size at which a bird begins to change level, relative to the size at which the
// change is complete.
const fadeRatio = 1.15

// NextLevel returns the level that follows a level; 0 if there is none.
func (m *Mesh) NextLevel(level int) int {
	next := level + 1
	for next+1 < len(m.Levels) && m.Levels[next+1].MaxSize >= m.Levels[next].MaxSize {
		next++
	}
	if next >= len(m.Levels) {
		return 0
	}
	return next
}

// fadeStart returns the wingspan in pixels below which birds begin to change to the next level.
func (m *Mesh) fadeStart(level int) float32 {
	next := m.NextLevel(level)
	if next == 0 {
		return 0
	}
	from := min(fadeRatio*m.Levels[next].MaxSize, m.Levels[level].MaxSize)
	if m.Levels[next].MaxSize < LitPerPixel { // lit at the vertices at both levels
		from = min(from, LitPerPixel)
	}
	return from
}

// fadeSamples returns how many of a pixel's samples show the next level, for a bird with a wingspan
// in pixels.
func (m *Mesh) fadeSamples(level int, pixels float32, samples int) int {
	next, from := m.NextLevel(level), m.fadeStart(level)
	if next == 0 || pixels >= from || m.Blends {
		return 0
	}
	share := (from - pixels) / (from - m.Levels[next].MaxSize)
	return min(int(share*float32(samples)), samples-1)
}

// BandFor returns the band for a bird whose wingspan covers a number of pixels, including the
// bands for birds that change between levels.
func (c *Crowd) BandFor(m *Mesh, pixels float32) int {
	band := m.Band(pixels)
	if c.Steps == 0 {
		const many = 1 << 16
		if c.Subframe > 0 && float32(m.fadeSamples(band/2, pixels, many)) > many*c.Subframe {
			return 2*m.NextLevel(band/2) + 1
		}
		return band
	}
	if samples := m.fadeSamples(band/2, pixels, c.Steps+1); samples > 0 {
		return m.BandCount() + band/2*c.Steps + samples - 1
	}
	return band
}

// bandCount returns the number of all bands of a mesh.
func (c *Crowd) bandCount(m *Mesh) int { return m.BandCount() + (len(m.Levels)-1)*c.Steps }
