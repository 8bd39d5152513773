// Package recording keeps trajectories on disk, as MCAP files (mcap.dev) that
// other programs read, too: it writes them, reads any frame at any time, goes on
// with one that broke off, and simulates one again to verify it.
//
// # Format
//
// A metadata record named "skein" holds format (3), version, seed, tick_rate,
// fps, scenario, bird, count, planned (frames), live, attachments (their number),
// and crc32, the checksum (IEEE, 8 hexadecimal digits) of the lines key=value\n of
// all others in order of their keys. The attachment "scenario.toml" holds the
// scene; those under "bird/" the files of the bird's model, its own first, and under
// "bird2/", "bird3/" and so on those of other flocks' birds; that under "camera/" the
// camera's way, which the scene names by it. A recording of several flocks also holds
// others, JSON: a list of the flocks but the first with species, model, count and bird. One of tracks that were
// imported holds imported, the name of the file that they were in, and no checkpoints; its
// count, with those of the others, is one more than the highest id.
// Messages lie in chunks compressed with zstd, each with its checksum and its
// message indexes. Log times are simulated nanoseconds since tick 0.
//
//   - Topic "flock": a frame, foxglove.PointCloud in protobuf. A point is a boid:
//     x y z (m), vx vy vz (m/s), ux uy uz (up-vector), phase (turns), all float32
//     and exactly those of the simulation, flags (uint8, the bits of flock.Flags)
//     and id (uint32), packed without gaps; of several flocks also species (uint8), the
//     number of the boid's flock from 0. Points are in order of their ids, which are 0, 1, 2
//     and so on; those of imported tracks are of whoever is there, and may have gaps. Axes are skein's, Y up; the message's
//     pose turns them for viewers that have Z up.
//   - Topic "state": JSON, one for each frame with its log time: frame (from 1),
//     tick, and hash, the state hash as 16 hexadecimal digits.
//   - Topic "events": JSON, a flock.Event each, and frame: the first that was
//     written after it. An edit at the tick of a frame came before that frame if it names
//     it, else after. An edit of the parameters of a flock has set: those that it changed, by
//     the keys of flock.Params.Specs of the model. An edit of the surroundings has
//     settings, each with kind and name of a thing, key and value; or surroundings, all
//     of them, if it added, removed or renamed things. An edit that puts a boid elsewhere
//     has its place and velocity, flock.Spot. What the schedule changes is not an edit:
//     schedule_began says once how a value moves from its tick on, flock.Transition.
//   - Topic "checkpoint": the whole World at a frame, as flock.Resume reads it: at
//     the first frame, and then every ten seconds.
//
// # Segments
//
// Frames lie in segments of up to a second or 4 MiB: a chunk with their clouds,
// which a checkpoint may begin, and behind it a chunk with their states and what
// happened before each. So the ledger is read without the frames, and a file that
// breaks off is whole up to the last pair of chunks.
//
// Format 2, which is read as well, has params, all parameters, and surroundings, all things,
// in every edit, and an edit with scheduled for each tick at which the schedule moved a value.
//
// While it is written the file is called NAME.part; it can be read at any moment, up
// to its last whole segment. One writer at a time holds its lock. A file that was
// gone on with has no checksum over all of its data (0, as MCAP has it): its chunks
// have theirs.
package recording
