// Package export turns recordings into the formats of other programs.
//
// A [Format] has a row in [Formats]. It takes its frames from a [Source], which
// resamples, picks boids, turns axes and scales, and writes by way of [File],
// [Stream] or [Folder], so that its output appears whole or not at all. Exports
// stream: memory does not grow with the length of a recording.
package export
