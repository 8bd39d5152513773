//go:build cgo && !nowindow

package fly

import (
	"slices"

	"skein/flock"
	"skein/flock/scenario"
	"skein/ui"
)

func (s *session) renameFlock(n *ui.FlockName) error {
	return s.Studio.RenameFlock(n.Flock, n.Was, n.Name, func(name string) { s.scene = withFlockNamed(s.scene, n.Flock, name) })
}

func withFlockNamed(scene *scenario.Scenario, k int, name string) *scenario.Scenario {
	sc := *scene // a copy, because watch needs the scene as it was read
	sc.Others, sc.Events = slices.Clone(scene.Others), slices.Clone(scene.Events)
	all := []*flock.Flock{&sc.Flock.Flock}
	for i := range sc.Others {
		all = append(all, &sc.Others[i].Flock)
	}
	old := all[k].Name()
	flock.Rename(all, k, name)
	for i := range sc.Events {
		if sc.Events[i].Species == old {
			sc.Events[i].Species = all[k].Name()
		}
	}
	return &sc
}
