// Package stage turns a scenario or a recording into what the engine shows: a placed
// camera, the camera's path, a film, or a flight to play back.
package stage
