// Package recording stores trajectories on disk, as MCAP files (mcap.dev) that other programs
// can read too. It writes recordings, reads any frame at any time, continues a recording that
// was cut short, and simulates a recording again to verify it.
//
// # Format
//
// A metadata record named "skein" holds format (3), version, seed, tick_rate, fps,
// scenario, bird, count, planned (frames), live, attachments (their number), and crc32, the
// checksum (IEEE, 8 hexadecimal digits) of the lines key=value\n of all other keys in
// order. The attachment "scenario.toml" holds the scene. Attachments under "bird/" are the
// files of the bird's model, the model itself first. Attachments under "bird2/", "bird3/"
// and so on are the files of the other flocks' birds. The attachment under "camera/" is the
// camera's path; the scene names it. A recording of several flocks also holds others, a
// JSON list of the flocks except the first, with species, model, count and bird. If a flock
// joins during the recording, a new attachment "scenario.toml", the files of its bird and
// another metadata record "skein" follow before the next frame. The last record describes
// the recording; the flock's count in it is 0. A recording of imported tracks holds
// imported, the name of the imported file, and no checkpoints; the sum of its counts is one
// more than the highest id. Messages lie in chunks compressed with zstd, each with a
// checksum and message indexes. Log times are simulated nanoseconds since tick 0.
//
//   - Topic "flock": a frame, foxglove.PointCloud in protobuf. A point is a boid:
//     x y z (m), vx vy vz (m/s), ux uy uz (up-vector), phase (turns), all float32 with the
//     bits of the simulation, flags (uint8, the bits of flock.Flags) and id (uint32),
//     packed without gaps. With several flocks it also has species (uint8), the number of
//     the boid's flock from 0. Points are in order of their ids, which are 0, 1, 2 and so
//     on; the ids of imported tracks may have gaps. Axes are skein's, Y up; the pose of the
//     message turns them for viewers with Z up.
//   - Topic "state": JSON, one message for each frame, with the frame's log time: frame
//     (from 1), tick, and hash, the state hash as 16 hexadecimal digits.
//   - Topic "events": JSON, a flock.Event each, and frame: the first frame that was written
//     after it. An edit at the tick of a frame happened before that frame if its field frame
//     names that frame, else after it. An edit of the parameters of a flock has set: the changed
//     parameters, by the keys of flock.Params.Specs of the model. An edit of the surroundings
//     has settings, each with kind and name of a thing, key and value. If it added, removed or
//     renamed things, it has surroundings instead: all of them. An edit that moves a boid has
//     its new position and velocity, flock.Spot. A flock that joins has joined: its definition.
//     Changes by the schedule are not edits: schedule_began states once how a value moves from
//     its tick on, flock.Transition.
//   - Topic "checkpoint": the whole World at a frame, as flock.Resume reads it, at the first
//     frame and then every ten seconds. Checkpoints of versions 1 to 4 hold no waves of
//     turns, see flock.Resume.
//
// # Segments
//
// Frames lie in segments of up to a second or 4 MiB. A segment is a chunk with the clouds,
// optionally after a checkpoint, and a chunk with the states and the events before each frame.
// So events can be read without the frames, and a file that was cut short is whole up to the
// last pair of chunks.
//
// Format 2 can be read as well. In it each edit has params, all parameters, or surroundings, all
// things. It has an edit with scheduled for each tick at which the schedule moved a value.
//
// While a recording is written, its name is NAME.part. It can be read at any time, up to its
// last whole segment. One writer at a time holds its lock. A continued file has no checksum
// over all of its data (MCAP writes 0 for this), but its chunks have theirs.
package recording
