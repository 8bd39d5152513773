package flock

import (
	"encoding/json"
	"slices"

	"skein/flock/around"
	"skein/flock/internal/columns"
	"skein/flock/vec"
)

// Hash returns a 64-bit hash of the state: the seed, the tick, the number of boids, and the id and all
// columns of each boid. The columns are position, velocity, the rules' columns, up-vector, smoothed
// acceleration, phase, escape (speed on leaving, and age) and flags. The hashes of the boids are summed, so
// their order in memory does not matter. Several flocks are combined in order. The hash also covers the
// surroundings and the changes of a schedule that are not over.
func (w *World) Hash() uint64 {
	h := w.flocks[0].hash()
	for _, f := range w.flocks[1:] {
		h = vec.Mix(vec.MixWord(h, f.hash()))
	}
	if beside := w.surroundingsHash(); beside != 0 {
		h = vec.Mix(vec.MixWord(h, beside))
	}
	return h
}

// HashLike makes the World hash its state and write its checkpoints like another World. A World resumed from
// a checkpoint of a version below 3 hashes only its boids.
func (w *World) HashLike(o *World) { w.format, w.cachedHash = o.format, 0 }

func (f *flock) hash() uint64 {
	sum := uint64(0)
	for from := 0; from < f.N; from += columns.Run {
		sum += f.digest.Sum(&f.Boids, from, min(from+columns.Run, f.N))
	}
	h := vec.MixWord(f.seed, uint64(f.world.tick))
	h = vec.MixWord(h, uint64(f.N))
	return vec.Mix(vec.MixWord(h, sum))
}

// The hash covers only keys whose values are not the default, in an order of its own. So a later version can
// add a property without changing hashes.

// surroundingsHash returns the hash of the surroundings and the schedule, or 0 if there are none. It reuses
// the hashes of everything that stayed the same.
func (w *World) surroundingsHash() uint64 {
	if w.format < wholeHash || len(w.schedule) == 0 && w.around.Empty() {
		return 0
	}
	if w.cachedHash == 0 {
		h := w.hashJSON
		if w.format >= pairsHash {
			h = w.hashPairs
		}
		w.cachedHash = max(1, vec.Mix(h()))
	}
	return w.cachedHash
}

// hashJSON returns the hash of version 3. No property may be added that would appear in this JSON.
func (w *World) hashJSON() uint64 {
	around := w.around.Clone()
	for k := range around.Obstacles {
		around.Obstacles[k].File = "" // the digest identifies the content
	}
	h := hashText(0, encodeSurroundings(&around))
	schedule, _ := json.Marshal(w.savedSchedule()) // cannot fail: it holds only numbers, strings and lists of numbers
	return hashText(h, schedule)
}

func (w *World) hashPairs() uint64 {
	h := uint64(0)
	n := 0
	for t := range w.around.All {
		if n == len(w.thingHashes) {
			w.thingHashes = append(w.thingHashes, 0)
		}
		if w.thingHashes[n] == 0 {
			w.thingHashes[n] = thingValues(t).hash()
		}
		h = vec.MixWord(h, w.thingHashes[n])
		n++
	}
	h = vec.MixWord(h, uint64(len(w.schedule)))
	for k := range w.schedule {
		c := &w.schedule[k]
		if c.hash == 0 {
			c.hash = c.keyValues(c.beginTick != w.beginTick(&c.Change)).hash()
		}
		h = vec.MixWord(h, c.hash)
	}
	return h
}

type keyValues map[string][]uint64

func (p keyValues) put(key string, value, standard any) {
	if v := around.Words(value); !slices.Equal(v, around.Words(standard)) {
		p[key] = v
	}
}

func (p keyValues) hash() (h uint64) {
	var keys []string
	for key := range p {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		h = vec.MixWord(hashText(h, []byte(key)), uint64(len(p[key])))
		for _, word := range p[key] {
			h = vec.MixWord(h, word)
		}
	}
	return vec.Mix(h)
}

// thingValues has a file's digest instead of its name.
func thingValues(t around.Thing) keyValues {
	all := keyValues{"kind": around.Words(t.Kind()), "name": around.Words(*t.NamePointer())}
	defaults := around.Properties(new(around.Surroundings).Add(t.Kind()))
	for k, p := range around.Properties(t) {
		if p.Key != "name" && p.Key != "file" {
			all.put(p.Key, p.Value(), defaults[k].Value())
		}
	}
	if o, ok := t.(*around.Obstacle); ok {
		all.put("digest", o.Digest, "")
	}
	return all
}

// keyValues includes the tick at which the change begins if moved is true, because this tick then does not
// follow from At. Once the change has begun, it also includes the earlier value.
func (c *plannedChange) keyValues(moved bool) keyValues {
	all := keyValues{"key": around.Words(c.Key), "value": around.Words(c.Value)}
	all.put("at", c.At, float32(0))
	all.put("flock", c.Flock, 0)
	all.put("thing", c.Thing, "")
	all.put("kind", c.kind, "")
	all.put("ramp", c.Ramp, float32(0))
	all.put("hold", c.Hold, float32(0))
	all.put("smooth", c.Smooth, false)
	all.put("joined", c.joinTick, int64(0))
	if moved {
		all["from"] = around.Words(c.beginTick)
	}
	if c.began {
		all["was"] = around.Words(c.oldValue)
	}
	if w := c.When; w != nil {
		all["when"] = around.Words(w.Measure)
		all.put("when.flock", w.Flock, 0)
		all.put("when.to", w.To, "")
		all.put("when.above", w.Above, false)
		all.put("when.value", w.Value, float32(0))
	}
	return all
}

func hashText(h uint64, text []byte) uint64 {
	for _, word := range around.Words(string(text)) {
		h = vec.MixWord(h, word)
	}
	return h
}
