package rig

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// noseAmplitude is the amplitude of a swimming fish at the nose. tailAmplitude is the increase of the
// amplitude towards the tail. Both are fractions of the length. Videler and Hess (1984) measured 0.03 and
// 0.10 for saithe, and about one wave on the body.
const (
	noseAmplitude = 0.03
	tailAmplitude = 0.07
	wavesOnBody   = 1
)

// swim moves a vertex and its normal by a wave that runs from nose to tail.
func (r *Rig) swim(turn float32, p, n *mgl32.Vec3) {
	length := r.high[2] - r.low[2]
	if length == 0 {
		return
	}
	u := (r.high[2] - p[2]) / length
	wave := turn - 2*math.Pi*wavesOnBody*u
	amplitude := noseAmplitude + tailAmplitude*u*u
	offset := amplitude * length * sin(wave)
	slope := 2*tailAmplitude*u*sin(wave) - 2*math.Pi*wavesOnBody*amplitude*cos(wave) // displacement to the side, per length towards the tail
	angle := float32(math.Atan(float64(slope)))
	across := 0
	if r.vertical {
		across = 1
	}
	middle := (r.low[across] + r.high[across]) / 2
	out, ahead := rotate(p[across]-middle, 0, angle)
	p[across] = middle + offset + out
	p[2] += ahead
	n[across], n[2] = rotate(n[across], n[2], angle)
}

func sin(x float32) float32 { return float32(math.Sin(float64(x))) }

func cos(x float32) float32 { return float32(math.Cos(float64(x))) }
