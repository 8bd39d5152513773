// Package capture writes finished images to files: PNG, OpenEXR, contact strips and, through
// ffmpeg, video. A file appears complete or not at all, and images carry notes. It also
// compares images. It does not call OpenGL.
package capture
