// Package film computes the frames of a recorded flight. A frame depends only on the recording and on a
// time. So frames can be computed in any order, at any rate and on any machine. An [Exposure] takes a
// picture as the mean of many subframes. Start reading at film.go.
package film
