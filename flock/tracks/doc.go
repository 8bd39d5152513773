// Package tracks makes recordings from tracks of real birds. It reads tables of positions over time. If
// values such as velocities are missing, it computes them from the paths.
//
// # Tables
//
// A table is a text file with columns separated by commas, semicolons, tabs or spaces, or a Parquet file. A
// row describes a bird at a given time. Columns are found by their names, or selected by name or number.
// Lines that begin with # are comments. Rows may be in any order. A bird's name is the text of its cell, so 7
// and 007 are two birds. It is an error if a bird is faster than 10⁶ m/s according to the velocities or
// positions in the table.
//
// A CSV file of DeepLabCut has a line for each frame. One body part of each animal becomes the bird, in a
// plane seen from above: x goes east, and y, which points down in the picture, goes south. Positions that are
// empty or less likely than a given value are ignored.
//
// Each npz or CSV file of TRex contains one bird. A folder of such files is a table, too. Positions are in
// cm, in a plane like that of DeepLabCut. Frames in which an animal is missing are ignored. A CSV file with a
// column of birds or heights, or with explicitly given columns, is read as an ordinary table instead.
//
// # Axes and positions
//
// Lengths are converted to metres. Axes become right-handed, with Y up: if Z is up in the table, (x, y, z)
// becomes (x, z, -y). Longitudes and latitudes (WGS 84) become metres east and north in the plane that
// touches the ellipsoid in the middle of all positions. Heights do not change. The tracks of a table without
// heights lie in a plane, 20 m above the ground or at a given height. Positions are displaced only if
// necessary. They are displaced vertically by whole metres if birds would be below the ground, or if all
// birds are above 10 km. They are displaced horizontally by whole kilometres if they are more than 10 km
// away. [Tracks.Notes] reports this. A position that is neither displaced nor resampled is the position in
// the table, rounded to float32.
//
// # Time
//
// Times are seconds, times with a date, or times of day such as 12:34:56.7, with a date in another column or
// without one. Times of day without a date may pass midnight. The day of a row is then the day that brings it
// nearest to the bird's previous row. Tick 0 is the first time in the table. The interval between frames is
// the usual interval between the rows of a bird, or a given one. A row whose time differs from that of a
// frame by at most a tenth of the interval is used for that frame. Between rows, positions follow the cubic
// curve with the velocities at both rows. A bird is present from its first row to its last. If the time
// between two of its rows exceeds both 1.5 times the usual interval and the gap to be bridged, the bird is
// absent in between.
//
// # Computed values
//
//   - Velocities, if the table has none: at a row, the derivative of the parabola through
//     the row and its neighbours; at an end of a track, the slope to the only neighbour.
//   - Accelerations a, which give the bank: a(t) = (v(t+h) - v(t-h)) / 2h with h = 0.1 s, or
//     one frame if that is longer; at the ends of a track from the frames that exist.
//   - Up-vectors, if the table has none: a bird turns like an aeroplane in a coordinated turn,
//     so its lift carries both its weight and its turn. Up is the unit vector along the part of
//     a + g that is perpendicular to v, with g = 9.81 m/s² upwards. Up-vectors of the table
//     become such unit vectors, too. Between rows, the up-vector of the previous row applies.
//   - Phases of the wingbeat, if the table has none. Their rate is the table's, or else the flap
//     rate of the scene, varied by up to a tenth for each bird. After the end of a beat the
//     wings are held open while the bird sinks faster than the scene's glide_sink, with an
//     acceleration of less than 1 m/s² along v and 6 m/s² across it. The phase of a bird's first frame
//     is a hash of its id.
//   - Smoothed positions, on request: each is the value of a parabola in time, fitted by least
//     squares to the rows up to the given time before and after, unless there are fewer than
//     four. Computed velocities are then those of the smoothed positions.
package tracks
