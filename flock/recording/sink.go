package recording

import (
	"io"
	"os"
	"path/filepath"

	"github.com/foxglove/mcap/go/mcap"
)

// sink is where the MCAP library writes to. The library cannot continue a file:
// while the sink is deaf, it is made to count what is there already.
type sink struct {
	to        io.Writer
	deaf      bool
	continued bool // the library's sum of the data is not that of the file
	ending    bool // what comes after the data is being written
	sum       bool // and now their sum
}

func (s *sink) Write(p []byte) (int, error) {
	switch {
	case s.deaf:
		return len(p), nil
	case s.sum:
		s.sum = false
		return s.to.Write(make([]byte, len(p))) // zero: there is none
	case s.ending && s.continued && len(p) == 9 && mcap.OpCode(p[0]) == mcap.OpDataEnd:
		s.sum = true
	}
	return s.to.Write(p)
}

// syncFolder makes a renaming last. Not every system can, and the file is whole
// without it.
func syncFolder(file string) {
	if d, err := os.Open(filepath.Dir(file)); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
