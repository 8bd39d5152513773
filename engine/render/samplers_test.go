//go:build cgo

package render

import (
	"regexp"
	"testing"
)

// No shader has more than 16 samplers. Every OpenGL 4.1 driver supports this number
// (MAX_TEXTURE_IMAGE_UNITS).
func TestShadersKeepToTheSamplerLimit(t *testing.T) {
	sampler := regexp.MustCompile(`(?m)^\s*uniform\s+[ui]?sampler\w+`)
	for _, tier := range []Tier{Draft, Good, Best} {
		all := newPrograms(4, Display, tier)
		for _, p := range all.all() {
			for _, name := range []string{p.Vert, p.Frag} {
				if n := len(sampler.FindAllString(shaderText(t, p, name), -1)); n > 16 {
					t.Errorf("%s of %s reads %d textures, want at most 16", name, p.Name(), n)
				}
			}
		}
	}
}
