// Package export turns recordings into the formats of other programs.
//
// A [Format] has a row in [Formats]. It takes its frames from a [Source], which
// resamples, picks boids, turns axes and scales, and writes by way of [File],
// [Stream] or [Folder], so that its output appears whole or not at all. Exports
// stream: memory does not grow with the length of a recording.
//
// Of a recording of several flocks every format knows the species, and attaches a bird
// to each. One flock stands for itself, without a name:
//
//   - CSV and Parquet always have a last column, species.
//   - USD has an Xform of the species' name below /Flock, which holds what /Flock holds
//     of one flock: Materials and Birds, a PointInstancer with its own prototypes.
//   - glTF has a node of that name, below which are those of its birds, such as
//     hawk_0012, which share a mesh.
//   - For Blender each has files of its own, whose names begin with the species, and
//     the objects that the script makes of them stand in a collection of that name.
//
// What is around the flock goes along, with what becomes of it: in USD it stands in
// /Flock/World, in glTF below the node world, in Blender in the collection world.
//
// In names that allow letters, digits and _ alone, _ stands for what else is in that of
// a species.
package export
