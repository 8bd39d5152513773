// Package gltf reads animated glTF 2.0 models (.glb or .gltf) and poses them on the CPU: [Load]
// checks a file and returns a [Model], and [Model.Pose] returns its surface at a time of a clip. It
// also reads the motion of a camera (see [LoadCamera]). A file may be hostile. So the memory for
// reading a file is limited by the file's size, and a fault gives an error of one line.
//
// Positions are in the file's units and axes, by convention metres, with Z forward, Y up and X to
// the left. Times are in seconds. Colours are linear unless a comment says sRGB.
//
// Start reading at load.go, which lists the steps. model.go has the types, and pose.go evaluates
// them.
package gltf
