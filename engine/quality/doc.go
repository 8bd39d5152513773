// Package quality chooses the drawing quality of a window from the time that its pictures take. It also
// reports the duration of each part of a frame.
package quality
