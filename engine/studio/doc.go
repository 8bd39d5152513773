// Package studio runs a session with a flock. A [Studio] simulates a live flock or plays a recording. It
// applies and undoes edits and commands, and stores the flock's recent past. It needs no window: the
// caller passes in time and input, and gets frames. Start reading at studio.go.
package studio
