// Package studio runs a session with a flock: a [Studio] steps a live flock or plays a recording,
// applies edits and commands, undoes them, and stores the flock's recent past. It needs no window:
// time and input are passed in, frames come out. Start reading at studio.go.
package studio
