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
	var err error
	if about.Things, err = b.things(); err != nil {
		return err
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
	Things []blenderThing   `json:"things,omitempty"` // around the flock
}

// blenderThing is a mesh, which has triangles; a line; or a place, which is one point.
type blenderThing struct {
	Name      string    `json:"name"`
	Kind      string    `json:"kind"`
	Points    []float32 `json:"points"` // x, y, z of each
	Normals   []float32 `json:"normals,omitempty"`
	Triangles []uint32  `json:"triangles,omitempty"`
	Size      float32   `json:"size"` // width of a line, radius of a place, m
}

// things are those around the flock, Z up.
func (b *blender) things() (list []blenderThing, err error) {
	a, err := b.source.around()
	if err != nil {
		return nil, err
	}
	turned := func(points []mgl32.Vec3) []float32 {
		out := make([]mgl32.Vec3, len(points))
		for k, p := range points {
			out[k] = toBlender(p)
		}
		return flat(out)
	}
	for _, s := range a.solids {
		list = append(list, blenderThing{Name: s.name, Kind: "obstacle", Points: turned(s.points), Normals: turned(s.normals), Triangles: s.triangles})
	}
	for _, l := range a.lines {
		list = append(list, blenderThing{Name: l.name, Kind: l.kind, Points: turned(l.points), Size: l.width})
	}
	for _, p := range a.spots {
		list = append(list, blenderThing{Name: p.name, Kind: p.kind, Points: turned([]mgl32.Vec3{p.at}), Size: p.radius})
	}
	return list, nil
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
