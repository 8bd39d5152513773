package export

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Boid is a boid in an exported frame, in the export's axes and unit.
type Boid struct {
	ID       int        // same in every frame, see [Source]
	Flock    int        // index of its flock, from 0
	Pos, Vel mgl32.Vec3 // position, units, and velocity over the ground, units/s
	Air      mgl32.Vec3 // velocity through the air, along the heading; Vel without wind
	Up       mgl32.Vec3 // unit vector towards the bird's back, perpendicular to the heading
	// Rotation is a unit quaternion from bird axes (Z forward, Y up) to the export's. Of the equal rotations
	// q and -q, it is the one nearer to the previous frame's.
	Rotation  mgl32.Quat
	Spin      mgl32.Vec3  // angular velocity about the export's axes, rad/s
	Phase     float32     // phase of the wingbeat, turns in [0,1); 0: wings fully open
	Turns     float64     // wingbeats since the first frame, plus the phase there
	beatRate  float64     // wingbeats per second between two recorded frames; 0: unknown, or none
	showsRate bool        // whether the recording has enough frames to show beatRate
	Flags     flock.Flags // Jumped: jumped since the previous frame, see [Source]
}

// Frame is an exported frame.
type Frame struct {
	Number  int       // frame number, from 1
	Seconds float64   // time since tick 0, s; see [recording.Meta.Pace]
	Place   float64   // time since the first recorded frame, in recorded frames
	Sizes   []float32 // size of each flock's birds relative to the first frame, see [Source.Wingspan]
	Boids   []Boid    // present boids, in order of ids

	counts []int
}
