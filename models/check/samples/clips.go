package samples

import (
	"fmt"
	"slices"
)

func (w *writer) addClip() {
	var c clip
	var channels, samplers []object
	for i := range w.scene.nodes {
		for _, path := range []string{"translation", "rotation", "scale", "weights"} {
			width := map[string]int{"translation": 3, "rotation": 4, "scale": 3, "weights": len(w.scene.nodes[i].pose.weights)}[path]
			_, fixed := w.nodes[i]["matrix"] // a clip must not animate a node with a matrix
			if width == 0 || fixed && path != "weights" || w.IntN(3) > 0 {
				continue
			}
			w.sample.MisreadByThree = w.sample.MisreadByThree || path == "weights" && w.isMisread(i)
			channel, sampler := w.newTrack(i, path, width)
			c.channels = append(c.channels, channel)
			channels = append(channels, object{"sampler": len(samplers), "target": object{"node": i, "path": path}})
			samplers = append(samplers, sampler)
		}
	}
	if len(channels) == 0 {
		return
	}
	w.scene.clips = append(w.scene.clips, c)
	name := fmt.Sprintf("clip %d", len(w.animations))
	w.animations = append(w.animations, object{"name": name, "channels": channels, "samplers": samplers})
}

// isMisread reports whether three.js misreads animated weights of node i: it is a joint, or has several
// primitives and children with weights.
func (w *writer) isMisread(i int) bool {
	n := &w.scene.nodes[i]
	for _, s := range w.scene.skins {
		if slices.Contains(s.joints, i) {
			return true
		}
	}
	with := slices.ContainsFunc(n.children, func(c int) bool { return len(w.scene.nodes[c].pose.weights) > 0 })
	return len(n.mesh.primitives) > 1 && with
}

// newTrack creates the keys of a channel. There may be a single key, and the first key may be after the
// clip's start.
func (w *writer) newTrack(node int, path string, width int) (channel, object) {
	c := channel{node: node, path: path, mode: pick(w, "LINEAR", "STEP", "CUBICSPLINE")}
	t := float64(w.IntN(3)) * w.Float64()
	keys := 1 + w.IntN(5)
	if c.mode == "CUBICSPLINE" {
		keys++
	}
	for range keys {
		c.times = append(c.times, t)
		t += 0.05 + w.Float64()
	}
	per := 1
	if c.mode == "CUBICSPLINE" {
		per = 3
	}
	var values []float64
	as := w.keyFormat(path, per)
	for k := range per * len(c.times) {
		values = append(values, w.randomKey(path, width, per == 1 || k%3 == 1, as)...)
	}
	kind, each := map[string]string{"rotation": "VEC4", "weights": "SCALAR"}[path], width
	if kind == "" {
		kind = "VEC3"
	}
	if kind == "SCALAR" {
		each = 1
	}
	out := object{"input": w.writePacked("SCALAR", 1, c.times, float32s), "output": w.writePacked(kind, each, values, as)}
	for k := range per * len(c.times) {
		c.values = append(c.values, values[k*width:(k+1)*width])
	}
	if c.mode != "LINEAR" || w.IntN(2) == 0 {
		out["interpolation"] = c.mode
	}
	return c, out
}

// keyFormat returns a format for keys. glTF allows normalized integers for rotations and weights.
func (w *writer) keyFormat(path string, per int) format {
	if per == 1 && (path == "rotation" || path == "weights") {
		return pick(w, float32s, float32s, int8s.asNormalized(), int16s.asNormalized(), uint8s.asNormalized(), uint16s.asNormalized())
	}
	return float32s
}

// randomKey returns a random value of a key, or a random tangent. In formats of normalized integers,
// rotations are half turns, because these need no rounding.
func (w *writer) randomKey(path string, width int, value bool, as format) []float64 {
	switch {
	case path == "rotation" && value && as.normalized:
		q := make([]float64, 4)
		q[w.IntN(4)] = 1
		return q
	case path == "rotation" && value:
		q := w.randomRotation()
		return q[:]
	case path == "scale" && value:
		s := w.randomScale()
		return s[:]
	}
	return w.randomNumbers(width)
}
