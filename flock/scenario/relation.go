package scenario

import (
	"errors"

	"skein/flock"
)

// RelationOf returns the relation of a flock with regard r to another flock. hunts reports whether it hunts
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

// WithRelation sets a flock's relation to flock k. r and p are its current relations and parameters, and
// hunted reports whether flock k hunts it. WithRelation does not change a rule that is already active.
//
// beforeHunt has the parameters before WithRelation made the flock hunt, or is nil. When the flock stops
// hunting, the parameters that WithRelation set return to these values.
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

// IsHunter reports whether the hunting rule is active.
func IsHunter(p *flock.Params) bool {
	_, has := p.Spec("hunt_speed")
	return has && p.Float("hunt_speed") > 0
}

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

// endHunt resets the parameters that huntLikeFalcon set to their values in beforeHunt, except those that the
// user has changed since. If beforeHunt is nil or belongs to another model, endHunt does nothing.
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
