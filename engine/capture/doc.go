// Package capture turns finished images into files: PNG pictures, contact strips
// and, through ffmpeg, video. Every file appears whole or not at all, and pictures
// carry notes. It also compares pictures. It calls no OpenGL.
package capture
