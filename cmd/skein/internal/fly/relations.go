//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"slices"

	"skein/flock"
	"skein/flock/scenario"
	"skein/ui"
)

func (s *session) setRelation(e *ui.FlockRelation) error {
	c := &s.Studio.Controls
	hunted := slices.Contains(s.Studio.Regards(e.Other).Follows, c.Flock) && s.Studio.Hunts(e.Other)
	before := c.Params
	r, p, err := scenario.WithRelation(s.Studio.Regards(c.Flock), c.Params, e.Other, e.To, hunted, s.beforeHunt[c.Flock])
	if err != nil {
		return err
	}
	names := s.Studio.Species()
	err = s.Studio.SetRegards(c.Flock, r, p, fmt.Sprintf("changed how %s reacts to %s", names[c.Flock], names[e.Other]))
	if err == nil && scenario.IsHunter(&p) && !scenario.IsHunter(&before) {
		s.beforeHunt[c.Flock] = &before
	}
	return err
}

func (s *session) updateRelations() {
	if !s.living() {
		return
	}
	all := flocksOf(s.scene)
	sc := *s.scene // a copy, because watch needs the scene as it was read
	sc.Others = slices.Clone(sc.Others)
	changed := false
	for k := range all {
		now := s.Studio.Regards(k)
		if now.Equal(flock.RegardsOf(all, k)) {
			continue
		}
		changed = true
		if k == 0 {
			sc.Flock.SetRegards(all, now)
		} else {
			sc.Others[k-1].SetRegards(all, now)
		}
	}
	if changed {
		s.scene = &sc
	}
}

func flocksOf(sc *scenario.Scenario) (all []flock.Flock) {
	for _, f := range sc.Flocks() {
		all = append(all, f.Flock)
	}
	return all
}

func (s *session) relationsToSave() (all []flock.Regards) {
	for k := range s.Studio.FlocksToSave() {
		r := s.Studio.Regards(k)
		for _, list := range []*[]int{&r.Notices, &r.Follows, &r.Flees} {
			*list = slices.DeleteFunc(*list, s.Studio.IsGone)
		}
		all = append(all, r)
	}
	return all
}
