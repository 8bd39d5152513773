package scenario

import (
	"errors"

	"skein/flock"
)

// RelationOf returns the relation of a flock that regards another flock. hunts says whether the flock hunts
// the flocks that it follows.
func RelationOf(r flock.Regard, hunts bool) Relation {
	switch {
	case r == flock.Noticed:
		return KeepsClear
	case r == flock.Feared:
		return Flees
	case r == flock.Followed && hunts:
		return Hunts
	case r == flock.Followed:
		return Follows
	}
	return Ignores
}

// WithRelation returns how a flock with the parameters p reacts to the others, and its parameters, after it
// got the relation to to flock k. hunted says whether flock k hunts this flock. A rule that is switched on
// keeps its values.
func WithRelation(r flock.Regards, p flock.Params, k int, to Relation, hunted bool) (flock.Regards, flock.Params, error) {
	r = r.Set(k, to.regard())
	one := Newcomer{Regarded: []Relation{to}}
	var err error
	switch {
	case to == Flees && hunted:
		p, err = WithAlarm(p)
	case to == Hunts && !isHunter(&p):
		err = huntLikeFalcon(&p)
	case to == Follows && isHunter(&p):
		err = p.Set("hunt_speed", 0)
	}
	if err == nil {
		p, err = one.Adapted(0, p)
	}
	return r, p, err
}

// isHunter reports whether the rule by which boids hunt is switched on.
func isHunter(p *flock.Params) bool {
	_, has := p.Spec("hunt_speed")
	return has && p.Float("hunt_speed") > 0
}

// huntLikeFalcon gives parameters the hunting rule of the scene "falcon".
func huntLikeFalcon(p *flock.Params) error {
	home, err := Builtin("falcon")
	if err != nil {
		return err
	}
	falcon := &home.Others[0].Params
	for _, key := range []string{"hunt_speed", "hunt_way", "stoop_height", "hunt_turn", "strike_range", "hunt_seconds", "rest_seconds", "max_speed"} {
		err = errors.Join(err, p.Set(key, falcon.Value(key)))
	}
	return err
}
