package export

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl32"
)

// describe writes what there is.
func (b *blender) describe(parts [][]blenderPart, first int, fps float64) error {
	s := b.source
	meta := s.Meta()
	about := blenderAbout{
		Format: 1, Generator: "skein " + meta.Version, Scenario: meta.Scenario,
		First: first, Frames: len(s.Numbers()), FPS: fps,
	}
	for k, f := range b.flocks {
		bird := s.o.Birds[f.number]
		own := blenderBirds{birdName(bird), bird.Poses, parts[k], s.sizesFrom(first, f.number)}
		if s.Flocks() == 1 {
			about.blenderBirds, about.IDs = &own, f.ids
			break
		}
		about.Flocks = append(about.Flocks, blenderSpecies{s.Species(f.number), f.prefix, own, f.ids})
	}
	if st := s.o.Stage; st != nil {
		about.Light = &blenderLight{
			toBlender(st.SunDirection), st.Sun, st.Zenith, st.Horizon, st.Glow, st.Ground, st.Haze, st.Exposure,
		}
	}
	text, err := json.MarshalIndent(about, "", " ")
	if err != nil {
		return fmt.Errorf("%s: %w", blenderScene, err)
	}
	return os.WriteFile(filepath.Join(b.dir, blenderScene), text, 0o644)
}

// sizesFrom lists the sizes of the birds of a flock with the frames that they have them from,
// of frames numbered on from the first; none if they are 1 throughout.
func (s *Source) sizesFrom(first, flock int) (list [][2]float32) {
	last := float32(1)
	for k, number := range s.plan {
		i, _ := s.place(number)
		if size := s.flocks[flock].size(i); size != last {
			list, last = append(list, [2]float32{float32(first + k), size}), size
		}
	}
	return list
}

// blenderAbout is scene.json. What there is of birds is in itself where there is one
// flock, and in flocks where there are several.
type blenderAbout struct {
	Format    int     `json:"format"`
	Generator string  `json:"generator"`
	Scenario  string  `json:"scenario"`
	First     int     `json:"first"` // number of the first frame
	Frames    int     `json:"frames"`
	FPS       float64 `json:"fps"`
	*blenderBirds
	Light  *blenderLight    `json:"light"`
	IDs    []int            `json:"ids,omitempty"`
	Flocks []blenderSpecies `json:"flocks,omitempty"`
}

type blenderBirds struct {
	Bird  string        `json:"bird"`
	Poses int           `json:"poses"`
	Parts []blenderPart `json:"parts"`
	Sizes [][2]float32  `json:"sizes"` // of the birds: from which frame on, and how large
}

type blenderSpecies struct {
	Species string `json:"species"`
	Prefix  string `json:"prefix"` // of its files
	blenderBirds
	IDs []int `json:"ids"`
}

type blenderLight struct {
	SunDirection mgl32.Vec3 `json:"sun_direction"`
	Sun          mgl32.Vec3 `json:"sun"`
	Zenith       mgl32.Vec3 `json:"zenith"`
	Horizon      mgl32.Vec3 `json:"horizon"`
	Glow         mgl32.Vec3 `json:"glow"`
	Ground       mgl32.Vec3 `json:"ground"`
	Haze         float32    `json:"haze"`
	Exposure     float32    `json:"exposure"`
}
