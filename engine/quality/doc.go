// Package quality chooses the drawing quality of a window by the time that the pictures take. It also says
// what takes the time of a frame.
package quality
