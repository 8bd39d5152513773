package scenario

import "skein/flock/vec"

// ValueBefore returns the value of a row before its first key, or nil if the value is unknown.
func (s *Scenario) ValueBefore(r *Row) any {
	if len(r.Keys) == 0 {
		return nil
	}
	e := &s.Events[r.Keys[0].Event]
	_, scene, err := s.eventField(e)
	if err != nil {
		return nil
	}
	return scene.valueOf(e)
}

// Number returns the value of a key as a number. It returns false for a string, a switch or a list.
func Number(v any) (float64, bool) {
	switch v := v.(type) {
	case float32:
		return float64(v), true
	case int:
		return float64(v), true
	}
	return 0, false
}

// At returns the value of a row of numbers at a time in seconds. It ignores edits by the user. start is the
// value before the first key.
func (r *Row) At(seconds, start float64) float64 {
	now := start
	for i := range r.Keys {
		k := &r.Keys[i]
		if seconds < k.From {
			break
		}
		to, _ := Number(k.Value)
		switch ramp := k.Seconds - k.From; {
		case seconds < k.Seconds:
			now = k.between(now, to, (seconds-k.From)/ramp)
		case k.Until == k.Seconds, seconds < k.Until-ramp:
			now = to
		case seconds < k.Until:
			now = k.between(to, now, 1-(k.Until-seconds)/ramp)
		}
	}
	return now
}

func (k *EventKey) between(from, to, share float64) float64 {
	if k.Ease == Smooth {
		share = float64(vec.Smoothstep(float32(share)))
	}
	return from + (to-from)*share
}
