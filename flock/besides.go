package flock

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"skein/flock/vec"
)

// This file hashes what there is beside the boids: of each thing, of each change of the
// schedule and of its condition the key and the value of all that is not as it is where
// nothing is said. So one that skein learns to say later, and that is not said, changes no
// hash; nor does the order in which a type declares them.

// besides is that hash, 0 if there is nothing. It is taken when somebody asks after a change,
// and reuses the hashes of things and changes that are as they were.
func (w *World) besides() uint64 {
	if w.format < wholeHash || len(w.schedule) == 0 && w.around.Empty() {
		return 0
	}
	if w.beside == 0 {
		h := w.hashJSON
		if w.format >= pairsHash {
			h = w.hashPairs
		}
		w.beside = max(1, vec.Mix(h()))
	}
	return w.beside
}

// hashJSON returns the hash of version 3: of texts, as types were written then. It holds as long
// as no property of a thing, and no part of a change, is added that they would say.
func (w *World) hashJSON() uint64 {
	around := w.around.Clone()
	for k := range around.Obstacles {
		around.Obstacles[k].File = "" // its digest says what it holds, wherever it lies
	}
	h := hashed(0, encodeSurroundings(&around))
	schedule, _ := json.Marshal(w.scheduled()) // numbers, texts and lists of numbers
	return hashed(h, schedule)
}

// hashPairs returns the hash of pairs.
func (w *World) hashPairs() uint64 {
	h := uint64(0)
	n := 0
	for t := range w.around.each {
		if n == len(w.hashes) {
			w.hashes = append(w.hashes, 0)
		}
		if w.hashes[n] == 0 {
			w.hashes[n] = saidOf(t).hash()
		}
		h = stirred(h, w.hashes[n])
		n++
	}
	h = stirred(h, uint64(len(w.schedule)))
	for k := range w.schedule {
		c := &w.schedule[k]
		if c.hash == 0 {
			c.hash = c.said(c.from != w.begins(&c.Change)).hash()
		}
		h = stirred(h, c.hash)
	}
	return h
}

// said is what is said of something: keys with values, as words.
type said map[string][]uint64

// put makes a key be a value, unless that is what it is where nothing is said.
func (p said) put(key string, value, unsaid any) {
	if v := words(value); !slices.Equal(v, words(unsaid)) {
		p[key] = v
	}
}

// hash takes them in, in the order of the keys.
func (p said) hash() (h uint64) {
	var keys []string
	for key := range p {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		h = stirred(hashed(h, []byte(key)), uint64(len(p[key])))
		for _, word := range p[key] {
			h = stirred(h, word)
		}
	}
	return vec.Mix(h)
}

// saidOf returns what is said of a thing. What a file holds counts, by its digest, wherever it lies.
func saidOf(t Thing) said {
	all := said{"kind": words(t.Kind()), "name": words(*t.Called())}
	unsaid := Properties(new(Surroundings).Add(t.Kind()))
	for k, p := range Properties(t) {
		if p.Key != "name" && p.Key != "file" {
			all.put(p.Key, p.Value(), unsaid[k].Value())
		}
	}
	if o, ok := t.(*Obstacle); ok {
		all.put("digest", o.Digest, "")
	}
	return all
}

// said returns what is said of a change: its tick where that is not the one that At says, and what it
// found once it has begun.
func (c *planned) said(moved bool) said {
	all := said{"key": words(c.Key), "value": words(c.Value)}
	all.put("at", c.At, float32(0))
	all.put("flock", c.Flock, 0)
	all.put("thing", c.Thing, "")
	all.put("kind", c.kind, "")
	all.put("ramp", c.Ramp, float32(0))
	all.put("hold", c.Hold, float32(0))
	all.put("smooth", c.Smooth, false)
	all.put("joined", c.joined, int64(0))
	if moved {
		all["from"] = words(c.from)
	}
	if c.began {
		all["was"] = words(c.was)
	}
	if w := c.When; w != nil {
		all["when"] = words(w.Measure)
		all.put("when.flock", w.Flock, 0)
		all.put("when.to", w.To, "")
		all.put("when.above", w.Above, false)
		all.put("when.value", w.Value, float32(0))
	}
	return all
}

// words returns a value: a number by its bits, a text by eights of its bytes behind its length.
func words(value any) (all []uint64) {
	switch v := value.(type) {
	case float32:
		return []uint64{uint64(math.Float32bits(v))}
	case int:
		return words(int64(v))
	case int64:
		return []uint64{uint64(v)}
	case bool:
		if v {
			return []uint64{1}
		}
		return []uint64{0}
	case vec.Vec:
		for _, x := range v.Floats() {
			all = append(all, words(x)...)
		}
		return all
	case []vec.Vec:
		for _, at := range v {
			all = append(all, words(at)...)
		}
		return all
	case [][2]float32:
		for _, pair := range v {
			all = append(append(all, words(pair[0])...), words(pair[1])...)
		}
		return all
	case string:
		all = []uint64{uint64(len(v))}
		for text := []byte(v); len(text) > 0; {
			var word [8]byte
			text = text[copy(word[:], text):]
			all = append(all, binary.LittleEndian.Uint64(word[:]))
		}
		return all
	}
	return words(fmt.Sprint(value)) // there is no other
}

// hashed returns a running hash with a text in it, by words of eight bytes.
func hashed(h uint64, text []byte) uint64 {
	for _, word := range words(string(text)) {
		h = stirred(h, word)
	}
	return h
}
