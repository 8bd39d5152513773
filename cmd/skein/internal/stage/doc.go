// Package stage prepares a scenario or a recording for the engine. It places the camera, reads the path of
// the camera, and makes films and flights to play back.
package stage
