// Package usdcamera reads the camera of a USD file that skein exported: text, binary, or a package.
//
// It reads the prim /Flock/Camera and the layer's metadata, and ignores the birds. Programs that write the
// layer again, such as Pixar's usdcat, may change its format. A file may be malicious. So every length is
// checked against the size of the file and against fixed limits, which bounds the memory.
package usdcamera
