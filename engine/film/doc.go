// Package film makes the frames of a recorded flight. A frame is a function of the recording and
// of a time alone, so frames can be made in any order, at any rate and on any machine. An
// [Exposure] takes a picture as the mean of many subframes. Start reading at film.go.
package film
