// Package quality chooses the drawing quality of a window by the time that the pictures take. It also says
// how long each part of a frame takes.
package quality
