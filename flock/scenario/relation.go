package scenario

import (
	"errors"

	"skein/flock"
)

// RelationOf returns how a flock reacts to another flock. r says whether it notices, follows or flees the
// other flock. hunts says whether it hunts the flocks that it follows.
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

// WithRelation sets the relation of a flock to flock k, and returns the flock's new relations and
// parameters. r are its present relations, p its present parameters, and to is the new relation to flock k.
// hunted says whether flock k hunts this flock. A rule that is already on keeps its values.
//
// beforeHunt has the parameters before WithRelation made the flock hunt, or is nil. When the flock no
// longer hunts, the parameters that WithRelation had set return to the values in beforeHunt.
func WithRelation(r flock.Regards, p flock.Params, k int, to Relation, hunted bool, beforeHunt *flock.Params) (flock.Regards, flock.Params, error) {
	r = r.Set(k, to.regard())
	one := Newcomer{Regarded: []Relation{to}}
	var err error
	switch {
	case to == Flees && hunted:
		p, err = WithAlarm(p)
	case to == Hunts && !IsHunter(&p):
		err = huntLikeFalcon(&p)
	case to == Follows && IsHunter(&p):
		err = errors.Join(endHunt(&p, beforeHunt), p.Set("hunt_speed", 0))
	case to != Hunts && len(r.Follows) == 0 && IsHunter(&p):
		err = endHunt(&p, beforeHunt)
	}
	if err == nil {
		p, err = one.Adapted(0, p)
	}
	return r, p, err
}

// IsHunter reports whether the hunting rule is switched on.
func IsHunter(p *flock.Params) bool {
	_, has := p.Spec("hunt_speed")
	return has && p.Float("hunt_speed") > 0
}

// huntKeys returns the keys of the parameters that huntLikeFalcon sets.
func huntKeys() []string {
	return []string{"hunt_speed", "hunt_way", "stoop_height", "hunt_turn", "strike_range", "hunt_seconds", "rest_seconds", "max_speed"}
}

func falconParams() (*flock.Params, error) {
	home, err := Builtin("falcon")
	if err != nil {
		return nil, err
	}
	return &home.Others[0].Params, nil
}

// huntLikeFalcon gives parameters the hunting rule of the scene "falcon".
func huntLikeFalcon(p *flock.Params) error {
	falcon, err := falconParams()
	if err != nil {
		return err
	}
	for _, key := range huntKeys() {
		err = errors.Join(err, p.Set(key, falcon.Value(key)))
	}
	return err
}

// endHunt resets the parameters that huntLikeFalcon has set to their values in beforeHunt, unless the user
// has changed them since. It does nothing if beforeHunt is nil or belongs to another model.
func endHunt(p, beforeHunt *flock.Params) error {
	if beforeHunt == nil || beforeHunt.Model() != p.Model() {
		return nil
	}
	falcon, err := falconParams()
	if err != nil {
		return err
	}
	for _, key := range huntKeys() {
		if p.Value(key) == falcon.Value(key) {
			err = errors.Join(err, p.Set(key, beforeHunt.Value(key)))
		}
	}
	return err
}
