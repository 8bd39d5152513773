// Package recording stores trajectories on disk, as MCAP files (mcap.dev) that other programs can read too.
// It writes recordings, reads any frame at any time, continues a recording that was interrupted, and
// simulates a recording again to verify it.
//
// # Format
//
// A metadata record named "skein" holds the keys format (3 or 4), version, seed, tick_rate, fps, scenario,
// bird, count, planned (frames), live, attachments (their number), and crc32. The value of crc32 is the
// checksum (IEEE, 8 hexadecimal digits) of the lines key=value
// of all other keys in order. The attachment "scenario.toml" holds the scene. Attachments under "bird/" are
// the files of the bird's model, the model itself first. Attachments under "bird2/", "bird3/" and so on are
// the files of the other flocks' birds. The attachment under "camera/" is the camera's path. The scene names
// this file. A recording of several flocks also has the key "others", a JSON list of the flocks except the
// first, with species, model, count and bird. If a flock joins during the recording, a new attachment
// "scenario.toml", the files of its bird and another metadata record "skein" follow before the next frame.
// The last record describes the recording. In this record, the count of the flock that joined is 0. A
// recording of imported tracks has the key "imported" with the name of the imported file, and has no
// checkpoints. The sum of its counts is one more than the highest id. Messages are stored in chunks
// compressed with zstd, each with a checksum and message indexes. Log times are simulated nanoseconds since
// tick 0.
//
//   - Topic "flock": a frame, foxglove.PointCloud in protobuf. A point is a boid: x y z (m), vx vy vz
//     (m/s), ux uy uz (up-vector), phase (turns), all float32 with the bits of the simulation, flags
//     (uint8, the bits of flock.Flags) and id (uint32), packed without gaps. With several flocks it also
//     has species (uint8), the number of the boid's flock from 0. Points are in order of their ids, which
//     are 0, 1, 2 and so on. The ids of imported tracks may have gaps. Axes are skein's, with Y up. The
//     pose of the message turns the points for viewers with Z up.
//   - Topic "state": JSON, one message for each frame, with the frame's log time. Its fields are
//     "frame" (from 1), "tick", and "hash", the state hash as 16 hexadecimal digits.
//   - Topic "events": JSON, one message for each flock.Event. The field "frame" is the first frame that
//     was written after the event. So an edit at the tick of a frame happened before that frame if "frame"
//     names it, and otherwise after it. In an edit of the parameters of a flock, "set" holds the changed
//     parameters, by the keys of flock.Params.Specs of the model. If the edit changed the rules that are
//     written as formulas, "rules" holds all of them, as JSON, one a line. In an edit of the surroundings,
//     "settings" holds the changed properties, each with the kind and name of a thing, a key and a value.
//     If the edit added, removed or renamed things, "surroundings" holds all things instead. In an edit
//     that moves a boid, "put" holds its new position and velocity, a flock.Spot. If a flock joins,
//     "joined" holds its definition. Changes by the schedule are not edits. One event "schedule_began"
//     states how a value moves from its tick on, as a schedule.Transition.
//   - Topic "checkpoint": the whole World at a frame, as flock.Resume reads it, at the first
//     frame and then every ten seconds. Checkpoints of versions 1 to 4 hold no waves of
//     turns, see flock.Resume.
//
// # Segments
//
// Frames are stored in segments of up to a second or 4 MiB. A segment is a chunk with the clouds, optionally
// after a checkpoint, and a chunk with the states and the events before each frame. Therefore events can be
// read without the frames, and a truncated file is valid up to its last pair of chunks.
//
// Format 2 can also be read. In it, the field "params" of an edit holds all parameters, or "surroundings" all
// things. For each tick at which the schedule moved a value, it has an edit with the field "scheduled".
//
// Format 4 has less than one frame per second: fps is 1, and the key "period" is the time from one
// frame to the next in whole seconds. Otherwise it is format 3.
//
// While a recording is written, its name is NAME.part. It can be read at any time, up to its last whole
// segment. One writer at a time holds its lock. A continued file has no checksum of all its data (MCAP writes
// 0 for this), but each of its chunks has a checksum.
package recording
