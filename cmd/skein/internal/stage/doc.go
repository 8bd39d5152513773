// Package stage prepares a scenario or a recording for the engine. It places the camera, reads the camera
// path, and creates films and flights for playback.
package stage
