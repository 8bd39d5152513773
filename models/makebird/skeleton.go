package main

// Bones. Those of a wing are in order from the shoulder outwards. The tip is the outer half of the hand's
// feathers, which bends under load.
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
	leftLeg
	rightLeg
	boneCount
)

const wingBones = rightArm - leftArm

type bone struct {
	name     string
	parent   int // index of the parent; -1 if none
	position vec
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
		out[rightArm+k] = bone{name + ".right", otherSide(parent), mirrorX(s.joints[k])}
	}
	out[leftLeg] = bone{"leg.left", trunk, s.leg.hip}
	out[rightLeg] = bone{"leg.right", trunk, mirrorX(s.leg.hip)}
	return out
}

func otherSide(b int) int {
	if b == leftLeg {
		return rightLeg
	}
	if b >= leftArm && b < rightArm {
		return b + wingBones
	}
	return b
}

func mirrorX(p vec) vec { return vec{-p[0], p[1], p[2]} }

// The bone parameter q is a position along a wing: 0 at the shoulder, 1 at the elbow, 2 at the wrist and 3 at
// the end of the hand.

func (s *species) bonePoint(q float64) vec {
	k := int(min(max(q, 0), 2))
	return mix(s.joints[k], s.joints[k+1], q-float64(k))
}

func (s *species) skinInfluences(q, x float64) []influence {
	return splitInfluence(smoothstep(-0.2, 0.25, q), smoothstep(0.7, 1.3, q), smoothstep(1.65, 2.35, q), s.tipShare(x))
}

func (s *species) tipShare(x float64) float64 {
	hand := s.joints[3][0]
	return 0.9 * smoothstep(0.85*hand, 1.65*hand, x)
}

// featherInfluences returns the influences on a point of a feather. The root of the feather is at q, x mm
// from the bird's middle. along is 0 at the root, which moves with the skin. It is 1 at the end, which
// follows the bones on both sides, so that feathers open like a fan.
func (s *species) featherInfluences(q, along, x float64) []influence {
	t := smoothstep(0, 0.5, along)
	return splitInfluence(
		lerp(smoothstep(-0.2, 0.25, q), smoothstep(-0.5, 0.5, q), t),
		lerp(smoothstep(0.7, 1.3, q), smoothstep(0.4, 1.7, q), t),
		lerp(smoothstep(1.65, 2.35, q), smoothstep(1.7, 2.6, q), t),
		s.tipShare(x),
	)
}

// splitInfluence splits the influence among trunk, arm, forearm, hand and tip. Each argument is the fraction
// of the remaining influence that goes to the next bone outwards.
func splitInfluence(arm, forearm, hand, tip float64) []influence {
	return []influence{
		{trunk, 1 - arm},
		{leftArm, arm * (1 - forearm)},
		{leftForearm, arm * forearm * (1 - hand)},
		{leftHand, arm * forearm * hand * (1 - tip)},
		{leftTip, arm * forearm * hand * tip},
	}
}

func (s *species) bodyInfluences(z float64) []influence {
	n := smoothstep(s.neckBlend[0], s.neckBlend[1], z)
	h := smoothstep(s.headBlend[0], s.headBlend[1], z)
	rear := smoothstep(s.tailBlend[0], s.tailBlend[1], z)
	return []influence{{trunk, (1 - n) * (1 - rear)}, {neck, n * (1 - h)}, {head, n * h}, {tail, rear}}
}
