// Package tracks makes recordings of birds that were tracked: it reads tables of who was
// where when, and makes up from the paths what they do not say.
//
// # Tables
//
// A table is a file of text, its columns divided by commas, semicolons, tabs or spaces, or
// a Parquet file. A row is a bird at a time. Columns are found by their names, or chosen by
// name or number; lines that begin with # are none. Rows may be in any order. A bird's name
// is what its cell says: 7 and 007 are two. Who would fly faster than 10⁶ m/s, by the
// table's velocities or its places, is refused.
//
// # Axes and places
//
// Lengths become metres, Y up, right-handed: of z up (x, y, z) becomes (x, z, -y).
// Longitudes and latitudes (WGS 84) become metres east and north on the plane that
// touches the ellipsoid in the middle of them all; heights stay heights. Places are moved
// only if they must be: up, by whole metres, if birds would be under the ground, and
// sideways, by whole kilometres, if they are more than 10 km away; [Tracks.Notes] says so.
// A place that is not moved or resampled is that of the table to the bit of a float32.
//
// # Time
//
// Tick 0 is the first time in the table. Frames are as far apart as the rows of a bird
// mostly are, or as asked. A row within a tenth of a frame of a frame's time is taken for
// that frame; between rows positions follow the cubic that has the velocities of both at
// its ends. A bird is there from its first row to its last. Where two of its rows lie
// further apart than 1.5 times the usual, and than the gap that is to be bridged, it is
// away in between.
//
// # What is made up
//
//   - Velocities, where there are none: at a row the derivative of the parabola through it
//     and its neighbours, at the ends of a track that of the straight line.
//   - Accelerations a, of which headings' banks follow: a(t) = (v(t+h) - v(t-h)) / 2h with
//     h = 0.1 s, or one frame if that is longer; at the ends of a track of what there is.
//   - Up-vectors, where there are none: a bird turns as an aeroplane in a coordinated turn,
//     so that its lift carries both its weight and its turn: up is what lies across v of
//     a + g, of unit length, with g = 9.81 m/s² upwards. Those of the table, between rows of
//     the row before, are taken as directions: what of them lies across v, of unit length.
//   - Phases of the wingbeat, where there are none: their rate is that of the table where
//     it has one, and else the flap rate p of the scene, for each bird its own by up to a
//     tenth, and the wings are held open from the end of a beat on while it sinks faster
//     than the scene's glide_sink, by an effort a of less than 1 m/s² along v and 6 across.
//     The phase of its first frame is a hash of its id.
//   - Positions smoothed, if asked: each is that of the parabola in time through the rows
//     up to so many seconds before and after by least squares, unless there are fewer than
//     four; velocities that are made up are that parabola's.
package tracks
