//go:build cgo

package birds

// A bird changes its level of detail sample by sample. While it changes, it is drawn at both levels, and each
// level covers some samples of every pixel. With one sample per pixel, it changes earlier in some subframes
// than in others. In drafts it changes at once, to save time.

// fadeRatio is the size at which a change of level begins, divided by the size at which it ends.
const fadeRatio = 1.15

// NextLevel returns the next coarser used level, or 0 if there is none.
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

// fadeStart returns the wingspan in pixels below which a bird begins to change to the next level.
func (m *Mesh) fadeStart(level int) float32 {
	next := m.NextLevel(level)
	if next == 0 {
		return 0
	}
	from := min(fadeRatio*m.Levels[next].MaxSize, m.Levels[level].MaxSize)
	if m.Levels[next].MaxSize < LitPerPixel {
		from = min(from, LitPerPixel)
	}
	return from
}

func (m *Mesh) fadeSamples(level int, pixels float32, samples int) int {
	next, from := m.NextLevel(level), m.fadeStart(level)
	if next == 0 || pixels >= from || m.Blends {
		return 0
	}
	share := (from - pixels) / (from - m.Levels[next].MaxSize)
	return min(int(share*float32(samples)), samples-1)
}

// BandFor returns the band of a bird whose wingspan covers the given number of pixels. Unlike Band, it also
// returns bands for birds between two levels.
func (c *Crowd) BandFor(m *Mesh, pixels float32) int {
	band := m.Band(pixels)
	if c.Steps == 0 {
		const fine = 1 << 16
		if c.Subframe > 0 && float32(m.fadeSamples(band/2, pixels, fine)) > fine*c.Subframe {
			return 2*m.NextLevel(band/2) + 1
		}
		return band
	}
	if samples := m.fadeSamples(band/2, pixels, c.Steps+1); samples > 0 {
		return m.BandCount() + band/2*c.Steps + samples - 1
	}
	return band
}

func (c *Crowd) bandCount(m *Mesh) int { return m.BandCount() + (len(m.Levels)-1)*c.Steps }
