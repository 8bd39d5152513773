// Package export turns recordings into the formats of other programs. Exports
// stream: no more than a few frames are in memory, however long the recording.
package export
