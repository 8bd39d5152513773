package export

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Boid is a boid in an exported frame, in the export's axes and unit.
type Boid struct {
	ID       int        // id, the same in every frame, see [Source]
	Flock    int        // index of the boid's flock, from 0
	Pos, Vel mgl32.Vec3 // position, units, and velocity over the ground, units/s
	Air      mgl32.Vec3 // velocity through the air, along the heading; equals Vel without wind
	Up       mgl32.Vec3 // unit vector towards the bird's back, perpendicular to the heading
	// Rotation is a unit quaternion from bird axes (Z forward, Y up) to the export's axes. The quaternions
	// q and -q are the same rotation. Rotation is the quaternion that is nearer to that of the previous
	// frame.
	Rotation  mgl32.Quat
	Spin      mgl32.Vec3  // angular velocity about the export's axes, rad/s
	Phase     float32     // phase of the wingbeat, turns in [0,1); at 0 the wings are fully open
	Turns     float64     // number of wingbeats since the first frame, plus the phase in that frame
	beatRate  float64     // wingbeats per second between two recorded frames; 0: unknown, or no wingbeat
	showsRate bool        // whether the recording has enough frames to show the rate of the wingbeat
	Flags     flock.Flags // Jumped is set if the boid jumped since the previous frame, see [Source]
}

// Frame is an exported frame.
type Frame struct {
	Number  int       // frame number, from 1
	Seconds float64   // time since tick 0, s; see [recording.Meta.Pace]
	Place   float64   // time since the recording's first frame, in recorded frames
	Sizes   []float32 // size of each flock's birds, relative to the first frame; see [Source.Wingspan]
	Boids   []Boid    // the boids that are present, in order of ids

	counts []int
}
