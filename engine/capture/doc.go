// Package capture writes finished images to files: PNG, TIFF, OpenEXR, strips of images and, through ffmpeg,
// video. It writes each file completely or not at all. Images can contain notes. The package also compares
// images. It does not call OpenGL.
package capture
