// Package usdcamera reads the camera of a USD file that skein exported. The file may be text, binary or a
// package.
//
// It reads the prim /Flock/Camera and the layer's metadata, and ignores the birds. Programs that write the
// layer again, such as Pixar's usdcat, may change its format. Files may be malicious. Therefore every length
// is checked against the size of the file and against fixed limits, which bound the memory.
package usdcamera
