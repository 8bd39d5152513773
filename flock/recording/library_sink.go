package recording

import (
	"io"
	"os"
	"path/filepath"

	"github.com/foxglove/mcap/go/mcap"
)

// sink is the output of the MCAP library. The library cannot continue a file, so it writes the existing
// content again. While discard is true, sink drops what the library writes.
type sink struct {
	to        io.Writer
	discard   bool
	continued bool // whether the library's checksum of the data is wrong
	ending    bool // whether the library is writing the records after the data
	nextIsSum bool // whether the next write is the checksum of the library
}

func (s *sink) Write(p []byte) (int, error) {
	switch {
	case s.discard:
		return len(p), nil
	case s.nextIsSum:
		s.nextIsSum = false
		return s.to.Write(make([]byte, len(p))) // zero means that there is no checksum
	case s.ending && s.continued && len(p) == 9 && mcap.OpCode(p[0]) == mcap.OpDataEnd:
		s.nextIsSum = true
	}
	return s.to.Write(p)
}

// syncFolder makes sure that a rename survives a crash. It ignores errors, because some systems cannot sync a
// folder.
func syncFolder(file string) {
	if d, err := os.Open(filepath.Dir(file)); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
