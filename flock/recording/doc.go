// Package recording keeps trajectories on disk, as MCAP files (mcap.dev) that
// other programs read, too.
//
// # Format
//
// A metadata record named "skein" holds format (1), version, seed, tick_rate,
// fps, scenario, bird and count; the attachment "scenario.toml" holds the scene.
// Messages lie in chunks compressed with zstd, each with its checksum and its
// message indexes. Log times are simulated nanoseconds since tick 0.
//
//   - Topic "flock": a frame, foxglove.PointCloud in protobuf. A point is a boid:
//     x y z (m), vx vy vz (m/s), ux uy uz (up-vector), phase (turns), all float32,
//     flags (uint8, the bits of flock.Flags) and id (uint32), packed without gaps.
//     Axes are skein's, Y up; the message's pose turns them for viewers that have
//     Z up.
//   - Topic "state": JSON, one for each frame with its log time: frame (from 1),
//     tick, and hash, the state hash as 16 hexadecimal digits.
//   - Topic "events": JSON, a flock.Event each.
//
// A chunk ends behind the state of a frame, so it holds whole frames only. While
// it is written the file is called NAME.part; it can be read at any moment, up to
// its last whole chunk.
package recording
