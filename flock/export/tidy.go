package export

import (
	"bufio"
	"context"
	"io"
	"path/filepath"
	"strings"

	"skein/flock/whole"
)

func isTidy(path string) bool {
	return strings.HasSuffix(strings.ToLower(filepath.Base(path)), tidyEnding)
}

const tidyEnding = "tidy.csv"

func writeTidy(ctx context.Context, path string, s *Source) error {
	return whole.Stream(path, s.o.Force, func(w io.Writer) error { return Tidy(ctx, w, s) })
}

// Tidy writes a CSV file with the columns time (s), id, x, y and z, and a row for each boid in each frame.
// The id of an imported bird is its name in the table.
func Tidy(ctx context.Context, w io.Writer, s *Source) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString("time,id,x,y,z\n"); err != nil {
		return err
	}
	var line []byte
	err := s.forEachFrame(ctx, noParts, func(f *Frame) error {
		for i := range f.Boids {
			b := &f.Boids[i]
			line = append(appendFloat64(line[:0], f.Seconds), ',')
			line = append(line, csvText(s.Name(b.ID))...)
			for _, x := range b.Pos {
				line = appendFloat32(append(line, ','), x)
			}
			if _, err := out.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return out.Flush()
}
