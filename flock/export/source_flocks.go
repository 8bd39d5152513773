package export

import (
	"fmt"
	"slices"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
)

type sourceFlock struct {
	species string
	first   int
	most    int // largest number of boids, if there are several flocks
	span    float32
	beat    float64 // usual wingbeats per second
	sizes   []size
}

type size struct {
	frame int     // index of the recorded frame, from 0
	ratio float32 // size relative to the first exported frame
}

func (s *Source) measure() error {
	scenes, labels := s.scene.Flocks(), s.speciesNames()
	for k, f := range s.meta.Flocks() {
		if k == len(scenes) {
			return fmt.Errorf("the recording has %d flocks but its scene has %d", len(s.meta.Others)+1, len(scenes))
		}
		s.flocks = append(s.flocks, sourceFlock{species: labels[k], most: f.Count, span: scenes[k].Params.Float("wingspan"), beat: float64(scenes[k].Params.Float("flap_rate"))})
	}
	first, _ := s.place(s.plan[0])
	last, _ := s.place(s.plan[len(s.plan)-1])
	state, err := s.r.InForce()
	if err != nil {
		return err
	}
	for frame := range s.r.Frames() {
		if err := state.Seek(frame); err != nil {
			return err
		}
		if err := s.addSize(state, frame, first, last); err != nil {
			return err
		}
	}
	return s.reserveIDs()
}

func (s *Source) speciesNames() []string {
	if len(s.meta.TOML) == 0 {
		return s.meta.Labels()
	}
	return SpeciesNames(&s.meta, s.scene)
}

// SpeciesNames returns the names of the flocks' species in a recording of the scene. A flock without a
// species gets the name of its bird, unless another flock has this name.
func SpeciesNames(m *recording.Meta, scene *scenario.Scenario) []string {
	names := m.Labels()
	if m.Imported != "" || !scene.DrawsBirds() {
		return names
	}
	for k, f := range m.Flocks() {
		if bird := scenario.BirdLabel(f.Bird); f.Species == "" && !slices.Contains(names, bird) {
			names[k] = bird
		}
	}
	return names
}

func (s *Source) addSize(state *recording.InForce, frame, first, last int) error {
	for k, changed := range state.Changes().Params {
		if !changed {
			continue
		}
		p, err := state.Params(k)
		if err != nil {
			return err
		}
		f, span := &s.flocks[k], p.Float("wingspan")
		s.resized = s.resized || p.Count() != f.most
		f.most = max(f.most, p.Count())
		if frame <= first {
			f.span = span
		} else if ratio := span / f.span; frame <= last && ratio != f.size(frame) {
			f.sizes = append(f.sizes, size{frame, ratio})
		}
	}
	return nil
}

func (s *Source) reserveIDs() error {
	if len(s.flocks) == 1 {
		return nil
	}
	var snap flock.Snapshot
	for _, i := range []int{0, s.r.Frames() - 1} {
		if err := s.r.Frame(i, &snap); err != nil {
			return err
		}
		for k, n := range snap.Counts {
			s.flocks[k].most = max(s.flocks[k].most, n)
		}
	}
	for k := 1; k < len(s.flocks); k++ {
		s.flocks[k].first = s.flocks[k-1].first + s.flocks[k-1].most
	}
	return nil
}

func (f *sourceFlock) size(frame int) float32 {
	ratio := float32(1)
	for _, z := range f.sizes {
		if z.frame <= frame {
			ratio = z.ratio
		}
	}
	return ratio
}

// idOf converts a recorded id to an id of the export. counts holds the sizes of the flocks in that frame.
func (s *Source) idOf(recorded int, counts []int) int {
	if s.meta.Imported != "" {
		return recorded
	}
	id := recorded
	for k, n := range counts {
		if recorded < n {
			return s.flocks[k].first + recorded
		}
		recorded -= n
	}
	return id
}

func (s *Source) flockOf(id int) int {
	k := len(s.flocks) - 1
	for k > 0 && id < s.flocks[k].first {
		k--
	}
	return k
}
