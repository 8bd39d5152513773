package gltf

import (
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/internal/testdoc"
)

func setKeys(d *gltf.Document, times []float32, rotations ...[4]float32) {
	s := d.Animations[0].Samplers[0]
	s.Input, s.Output = modeler.WriteAccessor(d, gltf.TargetNone, times), modeler.WriteAccessor(d, gltf.TargetNone, rotations)
}

// TestToleratedFaults checks that a fault with a clear meaning gives one warning. The cases are named after
// the messages of the Khronos glTF validator.
func TestToleratedFaults(t *testing.T) {
	type d = *gltf.Document
	attribute := func(d d, name string, accessor int) { d.Meshes[0].Primitives[0].Attributes[name] = accessor }
	identity, halfTurn := [4]float32{0, 0, 0, 1}, [4]float32{0, 0, 1, 0}
	for name, c := range map[string]struct {
		spoil func(d)
		want  string
	}{
		"ACCESSOR_JOINTS_INDEX_OOB, unused": {
			func(d d) { attribute(d, gltf.JOINTS_0, modeler.WriteJoints(d, [][4]uint8{{}, {0, 9}, {}})) },
			"skin 0: mesh 0: primitive 0: vertex 1 uses joint 9 with weight 0, but the number of joints is 1; ignored"},
		"ACCESSOR_WEIGHTS_NON_NORMALIZED, 12": {
			func(d d) {
				attribute(d, gltf.WEIGHTS_0, modeler.WriteWeights(d, [][4]float32{{1}, {12}, {3}}))
			},
			"mesh 0: primitive 0: the joint weights of 2 vertices do not sum to 1 (vertex 1: 12); normalized"},
		"ACCESSOR_WEIGHTS_NON_NORMALIZED, 0": {
			func(d d) { attribute(d, gltf.WEIGHTS_0, modeler.WriteWeights(d, [][4]float32{{1}, {1}, {}})) },
			"of 1 vertex do not sum to 1 (vertex 2: 0)"},
		"ACCESSOR_ANIMATION_INPUT_NON_INCREASING": {
			func(d d) { setKeys(d, []float32{0, 1, 1, 2}, identity, halfTurn, identity, identity) },
			"animation 0: 1 channel with several keys at the same time (keys 1 and 2 of node 1's rotation are both at 1 s): it jumps there"},
		"ACCESSOR_ANIMATION_INPUT_NEGATIVE": {
			func(d d) { setKeys(d, []float32{-1, 1}, identity, halfTurn) }, "1 channel with keys before 0 s (node 1's rotation starts at -1 s)"},
		"ACCESSOR_NON_UNIT": {
			func(d d) { setKeys(d, []float32{0, 1}, identity, [4]float32{0, 0, 2, 0}) },
			"1 channel with rotations that are not unit quaternions (key 1 of node 1 has a length of 2): normalized"},
		"ANIMATION_DUPLICATE_TARGETS": {
			func(d d) {
				d.Animations[0].Channels = append(d.Animations[0].Channels, d.Animations[0].Channels[0])
			},
			"1 channel with a target that another channel already has (the rotation of node 1): the last channel is used"},
		"NODE_SKINNED_MESH_WITHOUT_SKIN": {
			func(d d) { d.Nodes[0].Skin = nil }, "node 0 has no skin, but its mesh has joints; drawn without a skin"},
		"NODE_ROTATION_NON_UNIT": {
			func(d d) { d.Nodes[1].Rotation = [4]float64{0, 0, 3, 0} }, "node 1: its rotation is not a unit quaternion (length 3); normalized"},
		"NODE_WEIGHTS_INVALID": {
			func(d d) {
				p := d.Meshes[0].Primitives[0]
				p.Targets = append(p.Targets, p.Targets[0])
				d.Nodes[0].Weights = []float64{0.5}
			},
			"node 0 has 1 weight for 2 morph targets; the others are 0"},
	} {
		doc := testdoc.Valid()
		c.spoil(doc)
		m := loadModel(t, doc)
		if len(m.Warnings) != 1 || !strings.Contains(m.Warnings[0], c.want) {
			t.Errorf("%s: the warnings are %q, want %q", name, m.Warnings, c.want)
		}
		checkPoses(t, m, 0)
	}
	if m := loadModel(t, testdoc.Valid()); len(m.Warnings) != 0 {
		t.Errorf("a valid file gives warnings: %q", m.Warnings)
	}
}

// TestOneWarningPerKind checks that many channels with the same fault give a single warning.
func TestOneWarningPerKind(t *testing.T) {
	doc := testdoc.Valid()
	setKeys(doc, []float32{0, 1, 1}, [4]float32{0, 0, 0, 1}, [4]float32{0, 0, 0, 1}, [4]float32{0, 0, 0, 1})
	a := doc.Animations[0]
	for range 30 {
		doc.Nodes = append(doc.Nodes, &gltf.Node{})
		a.Samplers = append(a.Samplers, a.Samplers[0])
		a.Channels = append(a.Channels, &gltf.AnimationChannel{Sampler: len(a.Samplers) - 1,
			Target: gltf.AnimationChannelTarget{Node: gltf.Index(len(doc.Nodes) - 1), Path: gltf.TRSRotation}})
	}
	if m := loadModel(t, doc); len(m.Warnings) != 1 || !strings.Contains(m.Warnings[0], "31 channels") {
		t.Errorf("the warnings are %q, want one about 31 channels", m.Warnings)
	}
}
