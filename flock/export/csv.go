package export

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"skein/flock/whole"
)

// writeCSV writes one file, or one per frame if the name contains a sequence of #. It also writes a camera
// table.
func writeCSV(ctx context.Context, path string, s *Source) error {
	return withCameraTable(ctx, path, s, func() error { return writeBoidsCSV(ctx, path, s) }, writeCameraCSV)
}

func writeBoidsCSV(ctx context.Context, path string, s *Source) error {
	if strings.Contains(filepath.Base(path), "#") {
		return writeCSVs(ctx, path, s)
	}
	return whole.Stream(path, s.o.Force, func(w io.Writer) error { return CSV(ctx, w, s) })
}

func writeCSVs(ctx context.Context, pattern string, s *Source) error {
	folder, name := filepath.Split(pattern)
	return whole.Files(filepath.Clean(folder), s.numberedNames(name), s.o.Force, func(dir string) error {
		rows := newCSVRows(s)
		return s.forEachFrame(ctx, noParts, func(f *Frame) error {
			file, err := os.Create(filepath.Join(dir, Numbered(name, f.Number)))
			if err != nil {
				return err
			}
			return errors.Join(rows.writeTable(file, f), file.Close())
		})
	})
}

func (s *Source) numberedNames(pattern string) (names []string) {
	for _, n := range s.Numbers() {
		names = append(names, Numbered(pattern, n))
	}
	return names
}

// CSV writes the columns of tableRow for each boid in each frame. Floats have a decimal point ("0.0") and the
// fewest digits that identify the number. Flags are 0 or 1.
func CSV(ctx context.Context, w io.Writer, s *Source) error {
	out := bufio.NewWriterSize(w, 1<<18)
	if _, err := out.WriteString(tableHeader()); err != nil {
		return err
	}
	rows := newCSVRows(s)
	if err := s.forEachFrame(ctx, noParts, func(f *Frame) error { return rows.write(out, f) }); err != nil {
		return err
	}
	return out.Flush()
}

type csvRows struct {
	source *Source
	row    tableRow
	cells  cells
	line   []byte
}

func newCSVRows(s *Source) *csvRows {
	r := &csvRows{source: s}
	r.cells = cellsOf(&r.row)
	return r
}

func (r *csvRows) writeTable(w io.Writer, f *Frame) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString(tableHeader()); err != nil {
		return err
	}
	if err := r.write(out, f); err != nil {
		return err
	}
	return out.Flush()
}

func (r *csvRows) write(out *bufio.Writer, f *Frame) error {
	columns, same := len(tableColumns()), 0
	velocity, air := tableColumnOf("vx"), tableColumnOf("airx")
	for i := range f.Boids {
		r.row.fill(r.source, f, &f.Boids[i])
		if i == 0 {
			r.line = r.cells.append(r.line[:0], 0, frameColumns)
			same = len(r.line)
		}
		r.line = r.cells.append(r.line[:same], frameColumns, velocity)
		from := len(r.line)
		r.line = r.cells.append(r.line, velocity, velocity+3)
		speed := r.line[from:]
		r.line = r.cells.append(r.line, velocity+3, air)
		if b := &f.Boids[i]; b.Air == b.Vel {
			r.line = append(r.line, speed...)
		} else {
			r.line = r.cells.append(r.line, air, air+3)
		}
		r.line = r.cells.append(r.line, air+3, columns)
		if _, err := out.Write(r.line); err != nil {
			return err
		}
	}
	return nil
}
