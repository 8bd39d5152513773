package samples

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/go-gl/mathgl/mgl64"
)

// Sample is a generated file. MisreadByThree is true if three.js's GLTFLoader (0.187) is known to misread it.
// The loader supports only four joints per vertex, ignores weights at joints, and adds base positions for a
// morph target without positions. It also applies the weights of a mesh with several primitives to child
// nodes.
type Sample struct {
	Name           string
	GLB            []byte
	Clips          int
	MisreadByThree bool
	scene          *scene
}

type writer struct {
	file
	sample     *Sample
	scene      *scene
	meshes     []object
	nodes      []object
	skins      []object
	animations []object
}

// New returns the sample for a seed. The same seed always gives the same sample.
func New(seed uint64) *Sample {
	w := &writer{file: file{Rand: rand.New(rand.NewPCG(seed, 4))}, scene: new(scene)}
	w.sample = &Sample{Name: fmt.Sprintf("sample%03d", seed), scene: w.scene}
	skins := w.IntN(3)
	w.addNodes(3+w.IntN(6), skins > 0)
	for range skins {
		w.addSkin()
	}
	for i := range w.scene.nodes {
		if i == 0 || w.IntN(2) == 0 {
			w.addMesh(i)
		}
	}
	for range w.IntN(4) {
		w.addClip()
	}
	doc := object{"nodes": w.nodes, "meshes": w.meshes, "scene": 0, "scenes": []object{{"nodes": w.scene.roots}}}
	for name, list := range map[string][]object{"skins": w.skins, "animations": w.animations} {
		if len(list) > 0 {
			doc[name] = list
		}
	}
	doc["extensionsUsed"] = []string{"KHR_mesh_quantization"}
	doc["extensionsRequired"] = []string{"KHR_mesh_quantization"}
	w.sample.Clips = len(w.animations)
	w.sample.GLB = w.glb(doc)
	return w.sample
}

func (w *writer) randomNumbers(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 2.2*w.Float64() - 1.1
	}
	return out
}

func (w *writer) randomRotation() [4]float64 {
	q := w.randomNumbers(4)
	length := math.Sqrt(dot(q, q))
	return [4]float64{q[0] / length, q[1] / length, q[2] / length, q[3] / length}
}

func (w *writer) randomScale() [3]float64 {
	s := 0.5 + w.Float64()
	out := [3]float64{s, s, s}
	switch w.IntN(4) {
	case 0:
		out[w.IntN(3)] *= -1
	case 1:
		out[w.IntN(3)] *= 1.7
	}
	return out
}

func (w *writer) addNodes(n int, oneRoot bool) {
	for i := range n {
		p := pose{rotation: w.randomRotation(), scale: w.randomScale(), translation: [3]float64(w.randomNumbers(3))}
		out := object{"name": fmt.Sprintf("node %d", i)}
		if w.IntN(4) == 0 {
			out["matrix"] = p.matrix()
		} else {
			out["translation"], out["rotation"], out["scale"] = p.translation, p.rotation, p.scale
		}
		w.scene.nodes = append(w.scene.nodes, node{pose: p, skin: -1})
		w.nodes = append(w.nodes, out)
		parent := w.IntN(i+2) - 1
		if oneRoot && i > 0 {
			parent = w.IntN(i)
		}
		if parent >= 0 && parent < i {
			w.scene.nodes[parent].children = append(w.scene.nodes[parent].children, i)
		} else {
			w.scene.roots = append(w.scene.roots, i)
		}
	}
	for i, n := range w.scene.nodes {
		if len(n.children) > 0 {
			w.nodes[i]["children"] = n.children
		}
	}
}

func (w *writer) addSkin() {
	var s skin
	out := object{}
	s.joints = w.Perm(len(w.nodes))[:2+w.IntN(len(w.nodes)-2)]
	bind := make([]float64, 0, 16*len(s.joints))
	for range s.joints {
		p := pose{rotation: w.randomRotation(), scale: w.randomScale(), translation: [3]float64(w.randomNumbers(3))}
		m := p.matrix()
		bind = append(bind, m[:]...)
	}
	out["joints"] = s.joints
	if w.IntN(4) > 0 {
		out["inverseBindMatrices"] = w.writePacked("MAT4", 16, bind, float32s)
	} else {
		for k := range bind {
			bind[k] = mgl64.Ident4()[k%16]
		}
	}
	for k := range s.joints {
		s.inverse = append(s.inverse, mgl64.Mat4(bind[16*k:16*k+16]))
	}
	w.scene.skins = append(w.scene.skins, s)
	w.skins = append(w.skins, out)
}

func (w *writer) addMesh(i int) {
	n := &w.scene.nodes[i]
	joints := 0
	if len(w.skins) > 0 && w.IntN(2) == 0 {
		n.skin = w.IntN(len(w.skins))
		joints = len(w.scene.skins[n.skin].joints)
		w.nodes[i]["skin"] = n.skin
	}
	n.mesh = new(mesh)
	targets := max(0, w.IntN(6)-2)
	var primitives []object
	for range 1 + w.IntN(2) {
		primitives = append(primitives, w.newPrimitive(n.mesh, targets, joints))
	}
	out := object{"primitives": primitives}
	w.nodes[i]["mesh"] = len(w.meshes)
	n.pose.weights = make([]float64, targets)
	if rest := w.randomNumbers(targets); targets > 0 {
		switch w.IntN(3) {
		case 0:
			out["weights"], n.pose.weights = rest, rest
		case 1:
			out["weights"] = w.randomNumbers(targets)
			w.nodes[i]["weights"], n.pose.weights = rest, rest
		}
	}
	w.meshes = append(w.meshes, out)
}

func triples(v []float64) [][3]float64 {
	out := make([][3]float64, len(v)/3)
	for i := range out {
		out[i] = [3]float64(v[3*i : 3*i+3])
	}
	return out
}

func pick[T any](w *writer, from ...T) T { return from[w.IntN(len(from))] }

func (w *writer) newPrimitive(m *mesh, targets, joints int) object {
	n := 3 + w.IntN(9)
	attributes, out := object{}, object{}
	var columns []column
	numbers := map[string]*any{}
	add := func(name, kind string, width int, values []float64, f format) []float64 {
		numbers[name] = new(any)
		columns = append(columns, column{kind, width, values, f, numbers[name]})
		return values
	}
	kind := pick(w, float32s, float32s, float32s, int8s.asNormalized(), int16s.asNormalized(), uint8s.asNormalized(), uint16s.asNormalized(), int8s, int16s, uint8s, uint16s)
	at := w.randomNumbers(3 * n)
	if kind.component != float32s.component && !kind.normalized {
		for i := range at {
			at[i] *= 20
		}
	}
	positions := add("POSITION", "VEC3", 3, at, kind)
	var normals []float64
	if w.IntN(3) > 0 {
		normals = add("NORMAL", "VEC3", 3, w.randomDirections(n), pick(w, float32s, float32s, int8s.asNormalized(), int16s.asNormalized()))
	}
	var p primitive
	if joints > 0 {
		p.joints, p.weights = w.addInfluences(n, joints, add)
	}
	w.writeVertices(columns)
	for name, number := range numbers {
		attributes[name] = *number
	}
	p.positions, p.normals = triples(positions), triples(normals)
	out["attributes"] = attributes
	if targets > 0 {
		out["targets"] = w.writeTargets(&p, targets, n)
	}
	w.writeIndices(out, n)
	m.primitives = append(m.primitives, p)
	return out
}

func (w *writer) randomDirections(n int) []float64 {
	var out []float64
	for range n {
		v := mgl64.Vec3(w.randomNumbers(3)).Normalize()
		out = append(out, v[:]...)
	}
	return out
}

func (w *writer) addInfluences(n, joints int, add func(string, string, int, []float64, format) []float64) (joint [][]int, weights [][]float64) {
	sets := 1 + w.IntN(5)/4
	w.sample.MisreadByThree = w.sample.MisreadByThree || sets == 2
	joint, weights = make([][]int, n), make([][]float64, n)
	shares := make([][]int, n) // weights in 1/255, which sum to 1 even with 8 bits
	for v := range n {
		joint[v], shares[v] = w.vertexJoints(4*sets, joints)
	}
	as := pick(w, float32s, uint8s.asNormalized(), uint16s.asNormalized())
	for s := range sets {
		var js, ws []float64
		for v := range n {
			for k := range 4 {
				js = append(js, float64(joint[v][4*s+k]))
				ws = append(ws, float64(shares[v][4*s+k])/255)
			}
		}
		add(fmt.Sprintf("JOINTS_%d", s), "VEC4", 4, js, pick(w, uint8s, uint16s))
		add(fmt.Sprintf("WEIGHTS_%d", s), "VEC4", 4, ws, as)
		for v := range n {
			for k := range 4 {
				weights[v] = append(weights[v], float64(shares[v][4*s+k])/255)
			}
		}
	}
	return joint, weights
}

// vertexJoints returns different joints, and weights whose sum is 255.
func (w *writer) vertexJoints(influences, joints int) (chosen, shares []int) {
	chosen, shares = make([]int, influences), make([]int, influences)
	used := min(joints, 1+w.IntN(influences))
	copy(chosen, w.Perm(joints)[:used])
	for k := range used - 1 {
		shares[k] = 1 + w.IntN(255/influences)
		shares[used-1] -= shares[k]
	}
	shares[used-1] += 255
	return chosen, shares
}

func (w *writer) writeTargets(p *primitive, targets, n int) []object {
	var out []object
	for range targets {
		var t target
		attributes := object{}
		if w.IntN(5) > 0 || len(p.normals) == 0 {
			attributes["POSITION"], t.positions = w.shift(n, pick(w, float32s, float32s, int8s.asNormalized(), int16s.asNormalized()))
		}
		if len(p.normals) > 0 && w.IntN(2) == 0 {
			attributes["NORMAL"], t.normals = w.shift(n, pick(w, float32s, int8s.asNormalized()))
		}
		if len(attributes) == 0 {
			attributes["POSITION"], t.positions = w.shift(n, float32s)
		}
		w.sample.MisreadByThree = w.sample.MisreadByThree || len(t.positions) == 0
		out = append(out, attributes)
		p.targets = append(p.targets, t)
	}
	return out
}

func (w *writer) shift(n int, f format) (number any, values [][3]float64) {
	c := column{kind: "VEC3", width: 3, values: w.randomNumbers(3 * n), format: f, index: &number}
	if w.IntN(2) == 0 {
		number = w.writeSparse(c)
	} else {
		w.writeInterleaved([]column{c})
	}
	return number, triples(c.values)
}

func (w *writer) writeIndices(out object, n int) {
	if mode := pick(w, 4, 4, 4, 5, 6); mode != 4 || w.IntN(2) == 0 {
		out["mode"] = mode
	}
	if w.IntN(5) == 0 && n%3 == 0 {
		return
	}
	indices := make([]float64, 3*(1+w.IntN(5)))
	for i := range indices {
		indices[i] = float64(w.IntN(n))
	}
	out["indices"] = w.writePacked("SCALAR", 1, indices, pick(w, uint8s, uint16s, uint32s))
}
