package export

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl32"
)

func (b *blender) describe(parts [][]blenderPart, first int, fps float64) error {
	s := b.source
	meta := s.Meta()
	about := blenderAbout{
		Format: 1, Generator: "skein " + meta.Version, Scenario: meta.Scenario,
		First: first, Frames: len(s.Numbers()), FPS: fps,
	}
	for k, f := range b.flocks {
		own := blenderBirds{birdName(f.bird), f.bird.Poses, f.beats.rate(), parts[k], s.sizesFrom(first, f.flock)}
		f.beats.warn(s, f.flock, f.model)
		if f.prefix == "" {
			about.blenderBirds, about.IDs = &own, f.ids
			break
		}
		about.Flocks = append(about.Flocks, blenderSpecies{f.species, f.prefix, own, f.ids})
	}
	if st := s.o.Stage; st != nil {
		about.Light = &blenderLight{
			toBlender(st.SunDirection), st.Sun, st.Zenith, st.Horizon, st.Glow, st.Ground, st.Haze, st.Exposure,
		}
	}
	var err error
	if about.Things, err = b.things(first); err != nil {
		return err
	}
	text, err := json.MarshalIndent(about, "", " ")
	if err != nil {
		return fmt.Errorf("%s: %w", blenderScene, err)
	}
	return os.WriteFile(filepath.Join(b.dir, blenderScene), text, 0o644)
}

// sizesFrom returns pairs of a frame number and the birds' size since that frame. If the size is always 1, it
// returns none. first is the first exported frame.
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

// blenderAbout is the content of scene.json. A single flock is described at the top level, several flocks in
// Flocks.
type blenderAbout struct {
	Format    int     `json:"format"`
	Generator string  `json:"generator"`
	Scenario  string  `json:"scenario"`
	First     int     `json:"first"`
	Frames    int     `json:"frames"`
	FPS       float64 `json:"fps"`
	*blenderBirds
	Light  *blenderLight    `json:"light"`
	IDs    []int            `json:"ids,omitempty"`
	Flocks []blenderSpecies `json:"flocks,omitempty"`
	Things []blenderThing   `json:"things,omitempty"`
}

// blenderThing is a thing around the flock: a mesh of triangles, a cloud or line of points, or a place
// without points. Points are in the thing's own coordinates.
type blenderThing struct {
	Name      string    `json:"name"`
	Kind      string    `json:"kind"`
	Points    []float32 `json:"points"` // x, y, z of each point
	Normals   []float32 `json:"normals,omitempty"`
	Triangles []uint32  `json:"triangles,omitempty"`
	Cloud     bool      `json:"cloud,omitempty"`
	Size      float32   `json:"size"` // width of a line or radius of a place, m

	// A key is a frame number and a value. Values between keys are interpolated linearly. The two keys of a
	// jump lie between two frames. A constant value has one key.
	Location [][]float32 `json:"location"`         // frame, x, y, z
	Rotation [][]float32 `json:"rotation"`         // frame, w, x, y, z
	Scale    [][]float32 `json:"scale"`            // frame, x, y, z
	Hidden   [][]float32 `json:"hidden,omitempty"` // frame, and then 1 (hidden) or 0 since that frame
}

func (b *blender) things(first int) (list []blenderThing, err error) {
	all, err := b.source.things()
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		one := blenderThing{
			Name: t.name, Kind: t.kind, Points: manyToBlender(t.points), Normals: manyToBlender(t.normals), Triangles: t.triangles, Cloud: t.cloud, Size: t.size,
			Location: blenderKeys(first, t.places(), func(v []float32) []float32 { return vecToBlender(v) }),
			Rotation: blenderKeys(first, t.rotationTrack(), func(v []float32) []float32 { return append([]float32{v[0]}, vecToBlender(v[1:])...) }),
			Scale:    blenderKeys(first, t.scales(), func(v []float32) []float32 { return []float32{v[0], v[2], v[1]} }),
		}
		if !t.isAlwaysVisible() {
			for _, k := range t.visibilityKeys() {
				one.Hidden = append(one.Hidden, []float32{float32(first + k.frame), map[bool]float32{false: 1}[k.shown]})
			}
		}
		list = append(list, one)
	}
	return list, nil
}

func manyToBlender(points []mgl32.Vec3) (all []float32) {
	for _, p := range points {
		v := toBlender(p)
		all = append(all, v[:]...)
	}
	return all
}

func vecToBlender(v []float32) []float32 {
	out := toBlender(mgl32.Vec3(v))
	return out[:]
}

// blenderKeys converts a track to keys. A jump happens halfway between two frames, where motion blur does
// not show it.
func blenderKeys(first int, track []thingSample, convert func([]float32) []float32) (all [][]float32) {
	key := func(frame float32, value []float32) {
		all = append(all, append([]float32{frame}, convert(value)...))
	}
	for _, s := range track {
		frame := float32(first + s.frame)
		if s.before != nil {
			key(frame-0.51, s.before)
			key(frame-0.49, s.value)
		}
		key(frame, s.value)
	}
	return all
}

type blenderBirds struct {
	Bird  string        `json:"bird"`
	Poses int           `json:"poses"`
	Beats float64       `json:"beats"` // mean wingbeats per second; 0 if unknown, or if no wings beat
	Parts []blenderPart `json:"parts"`
	Sizes [][2]float32  `json:"sizes"` // pairs of a frame number and the birds' size since that frame
}

type blenderSpecies struct {
	Species string `json:"species"`
	Prefix  string `json:"prefix"` // prefix of the flock's file names
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
