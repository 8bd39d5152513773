package export

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Boid is a boid in an exported frame, in the export's axes and unit.
type Boid struct {
	ID       int        // the same in every frame; see [Source]
	Flock    int        // index of the flock
	Pos, Vel mgl32.Vec3 // position, in units, and velocity over the ground, in units per second
	Air      mgl32.Vec3 // velocity through the air, parallel to the heading; without wind, it equals Vel
	Up       mgl32.Vec3 // unit vector towards the bird's back, orthogonal to the heading
	// Rotation is a unit quaternion that rotates bird axes (Z forward, Y up) to the export's axes. Of the
	// equivalent rotations q and -q, it is the one that is nearer to the rotation in the previous frame.
	Rotation  mgl32.Quat
	Spin      mgl32.Vec3  // angular velocity about the export's axes, rad/s
	Phase     float32     // phase of the wingbeat, in turns in [0,1); at 0, the wings are fully open
	Turns     float64     // number of wingbeats since the first frame, plus the phase in that frame
	beatRate  float64     // wingbeats per second between two recorded frames; 0 if unknown or if the wings do not beat
	showsRate bool        // whether the recording has enough frames to show beatRate
	Flags     flock.Flags // the flag Jumped means a jump since the previous frame; see [Source]
}

// Frame is an exported frame.
type Frame struct {
	Number  int       // frame number, from 1
	Seconds float64   // time since tick 0, s; see [recording.Meta.Pace]
	Place   float64   // time since the first recorded frame, as a number of recorded frames
	Sizes   []float32 // size of each flock's birds relative to the first frame; see [Source.Wingspan]
	Boids   []Boid    // boids that are present, in the order of their ids

	counts []int
}
