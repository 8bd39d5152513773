package recording

import "skein/flock"

// put gives parameters values, by key.
func put(p *flock.Params, pairs ...any) {
	for k := 0; k < len(pairs); k += 2 {
		if err := p.Set(pairs[k].(string), pairs[k+1]); err != nil {
			panic(err)
		}
	}
}
