// Package tracks makes recordings from tracks of real birds. It reads tables of positions over time. If the
// tables lack values, such as velocities, it computes them from the paths.
//
// # Tables
//
// A table is a text file with columns separated by commas, semicolons, tabs or spaces, or a Parquet file. A
// row is a bird at a time. Columns are found by their names, or chosen by name or number. Lines that begin
// with # are comments. Rows may be in any order. A bird's name is the text of its cell, so 7 and 007 are
// two birds. A bird faster than 10⁶ m/s, by the table's velocities or positions, is an error.
//
// A CSV file of DeepLabCut has a line for each frame. One body part of each animal becomes the bird, in a
// plane seen from above: x goes east, and y, which points down in the picture, goes south. Positions that
// are empty or less likely than a given value are left out.
//
// The npz or CSV files of TRex, one or a folder of them, hold a bird each. Positions are in cm, in such a
// plane. Frames in which an animal is missing are left out. A CSV file with a column of birds or heights,
// or one whose columns are given, is an ordinary table instead.
//
// # Axes and positions
//
// Lengths become metres. Axes become right-handed, with Y up. So with z up, (x, y, z) becomes (x, z, -y).
// Longitudes and latitudes (WGS 84) become metres east and north on the plane that touches the ellipsoid in
// the middle of all positions. Heights stay heights. The tracks of a table without heights lie in a plane,
// 20 m above the ground or at a given height. Positions are moved only if necessary. They are moved up or
// down by whole metres if birds would be under the ground, or if all birds are above 10 km. They are moved
// sideways by whole kilometres if they are more than 10 km away. [Tracks.Notes] reports this. A position
// that is neither moved nor resampled is the position in the table, rounded to float32.
//
// # Time
//
// Times are seconds, times with a date, or times of day such as 12:34:56.7, with a date in another column
// or without one. Times of day without a date may pass midnight. The day of a row is then the day that
// brings it nearest to the bird's previous row. Tick 0 is the first time in the table. The interval between
// frames is the usual interval between the rows of a bird, or a given one. A row within a tenth of a frame
// of a frame's time counts for that frame. Between rows, positions follow the cubic curve with the
// velocities at both rows. A bird is present from its first row to its last. If two of its rows are further
// apart than 1.5 times the usual interval, and than the gap to be bridged, it is absent in between.
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
