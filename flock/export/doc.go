// Package export converts recordings to the file formats of other programs.
//
// [Formats] lists each [Format]. A format reads its frames from a [Source], which resamples them, selects
// boids, and converts axes and units. Output is written through package whole, so that it appears complete
// or not at all. Exports stream, so their memory does not grow with the length of a recording.
//
// If a recording has several flocks, every format stores the species and uses a bird model for
// each flock:
//
//   - CSV and Parquet have a column "species".
//   - USD has an Xform below /Flock that is named after the species. It contains what /Flock contains for a
//     single flock: Materials and Birds, a PointInstancer with its own prototypes.
//   - glTF has a node named after the species. Below it are the nodes of its birds, such as
//     hawk_0012, which share a mesh.
//   - Blender's folder has separate files for each species, whose names begin with the species.
//     The script puts its objects in a collection of that name.
//   - A folder for a game engine has separate files for each species, too.
//
// With a single flock, no prim, node or file is named after the species.
//
// Things around the flock are exported, including their changes. In USD they are below /Flock/World, in glTF
// below the node "world", and in Blender in the collection "world".
//
// If [Options.Stage] is set, the camera is exported, too. In USD it is /Flock/Camera, with the light and the
// ground beside it. In glTF it is the node "camera". For tables it is an additional table, such as
// run_camera.csv.
//
// In USD, glTF and Blender, every character of a species' name other than a letter, a digit or _ is replaced
// by _.
package export
