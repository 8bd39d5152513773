package main

// The bones. Those of a wing follow each other from the shoulder out; tip is
// the outer half of the hand's feathers, which bends under their load.
const (
	trunk = iota
	neck
	head
	tail
	leftArm
	leftForearm
	leftHand
	leftTip
	rightArm
	rightForearm
	rightHand
	rightTip
	boneCount
)

const wingBones = rightArm - leftArm

// bone is a joint of the skeleton; in the bind pose none is turned.
type bone struct {
	name   string
	parent int // -1: none
	at     vec // in the bind pose, from the origin
}

func (s *species) bones() [boneCount]bone {
	out := [boneCount]bone{
		trunk: {"trunk", -1, vec{}},
		neck:  {"neck", trunk, s.neck},
		head:  {"head", neck, s.head},
		tail:  {"tail", trunk, s.tailBase},
	}
	for k, name := range []string{"arm", "forearm", "hand", "tip"} {
		parent := trunk
		if k > 0 {
			parent = leftArm + k - 1
		}
		out[leftArm+k] = bone{name + ".left", parent, s.joints[k]}
		out[rightArm+k] = bone{name + ".right", otherSide(parent), mirrored(s.joints[k])}
	}
	return out
}

// otherSide is the bone on the right for one on the left.
func otherSide(b int) int {
	if b >= leftArm && b < rightArm {
		return b + wingBones
	}
	return b
}

func mirrored(p vec) vec { return vec{-p[0], p[1], p[2]} }

// Along a wing q counts bones: 0 the shoulder, 1 the elbow, 2 the wrist, 3 the
// end of the hand.

// boneLine is the place on the bones at q.
func (s *species) boneLine(q float64) vec {
	k := int(min(max(q, 0), 2))
	return mix(s.joints[k], s.joints[k+1], q-float64(k))
}

// skinPulls are the shares of the bones in the skin of the wing at q.
func (s *species) skinPulls(q, x float64) []pull {
	return shares(step(-0.2, 0.25, q), step(0.7, 1.3, q), step(1.65, 2.35, q), s.bent(x))
}

// bent is the share of the tip in the hand at x.
func (s *species) bent(x float64) float64 {
	hand := s.joints[3][0]
	return 0.9 * step(0.85*hand, 1.65*hand, x)
}

// quillPulls are the shares at x in a feather that grows at q, along it from 0
// to 1. Its root moves with the skin; its end follows the bones on either side,
// so that feathers close and open as a fan.
func (s *species) quillPulls(q, along, x float64) []pull {
	t := step(0, 0.5, along)
	return shares(
		between(step(-0.2, 0.25, q), step(-0.5, 0.5, q), t),
		between(step(0.7, 1.3, q), step(0.4, 1.7, q), t),
		between(step(1.65, 2.35, q), step(1.7, 2.6, q), t),
		s.bent(x),
	)
}

// shares splits a vertex among trunk, arm, forearm, hand and tip: each number
// is the share of what is left that goes one bone further out.
func shares(arm, forearm, hand, tip float64) []pull {
	return []pull{
		{trunk, 1 - arm},
		{leftArm, arm * (1 - forearm)},
		{leftForearm, arm * forearm * (1 - hand)},
		{leftHand, arm * forearm * hand * (1 - tip)},
		{leftTip, arm * forearm * hand * tip},
	}
}

// bodyPulls shares a point of the body between trunk, neck, head and tail.
func (s *species) bodyPulls(z float64) []pull {
	n := step(s.neckBlend[0], s.neckBlend[1], z)
	h := step(s.headBlend[0], s.headBlend[1], z)
	rear := step(s.tailBlend[0], s.tailBlend[1], z)
	return []pull{{trunk, (1 - n) * (1 - rear)}, {neck, n * (1 - h)}, {head, n * h}, {tail, rear}}
}
