package camera

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
)

// fly moves the camera freely.
func (r *Rig) fly(dt float32, d Drive, _ Subject) frame.View {
	r.Yaw -= d.Turn[0]
	r.Pitch = mgl32.Clamp(r.Pitch+d.Turn[1], -1.55, 1.55)
	r.Speed = mgl32.Clamp(r.Speed*num.Pow(1.2, d.Zoom), 0.2, 400)
	v := flatView(r.Pos, r.Yaw, r.Pitch)
	step := r.Speed * dt
	if d.Fast {
		step *= 4
	}
	if d.Move.Len() > 1 {
		d.Move = d.Move.Normalize()
	}
	axes := v.Rotation.Mat4().Mat3()
	r.Pos = r.Pos.Add(axes.Col(0).Mul(d.Move[0] * step)).
		Add(mgl32.Vec3{0, d.Move[1] * step, 0}).
		Add(axes.Col(2).Mul(-d.Move[2] * step))
	r.Pos[1] = max(r.Pos[1], 0.2)
	v.Eye = r.Pos
	return v
}
