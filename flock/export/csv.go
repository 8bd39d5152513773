package export

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/whole"
)

// header names the columns: number of the frame from 1, seconds since tick 0, id of the boid
// from 0, position in m, velocity over the ground in m/s, up-vector, phase of the wingbeat in
// turns, and flags as 0 or 1. jumped means that the boid wrapped around the world or was moved
// since the previous frame in the file. Then follow the name of the species; whether the boid
// sits on a perch; its velocity through the air, which is its heading and differs from vx to vz
// in wind; and whether it brakes in the last metres before its seat. A boid that is neither
// perched nor landing flies.
const header = "frame,time,id,px,py,pz,vx,vy,vz,ux,uy,uz,phase,gliding,leading,jumped,species,perched,airx,airy,airz,landing\n"

// writeCSV writes one file, or one file per frame if the name contains a run of #.
func writeCSV(ctx context.Context, path string, s *Source) error {
	if strings.Contains(filepath.Base(path), "#") {
		return writeCSVs(ctx, path, s)
	}
	return whole.Stream(path, s.o.Force, func(w io.Writer) error { return CSV(ctx, w, s) })
}

// writeCSVs writes one file per frame.
func writeCSVs(ctx context.Context, pattern string, s *Source) error {
	folder, name := filepath.Split(pattern)
	var names []string
	for _, n := range s.Numbers() {
		names = append(names, Numbered(name, n))
	}
	return whole.Files(filepath.Clean(folder), names, s.o.Force, func(dir string) error {
		var row []byte
		species := s.species()
		return s.Each(ctx, func(f *Frame) error {
			file, err := os.Create(filepath.Join(dir, Numbered(name, f.Number)))
			if err != nil {
				return err
			}
			row, err = writeTable(file, row, f, species)
			return errors.Join(err, file.Close())
		})
	})
}

// writeTable writes the file of one frame.
func writeTable(w io.Writer, row []byte, f *Frame, species []string) ([]byte, error) {
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString(header); err != nil {
		return row, err
	}
	row, err := writeRows(out, row, f, species)
	if err != nil {
		return row, err
	}
	return row, out.Flush()
}

// CSV writes the header and a row for each boid and frame. Each value in a column of floats is
// written with a decimal point ("0.0") and the fewest digits that read back as the same number.
func CSV(ctx context.Context, w io.Writer, s *Source) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString(header); err != nil {
		return err
	}
	var row []byte
	species := s.species()
	err := s.Each(ctx, func(f *Frame) (err error) {
		row, err = writeRows(out, row, f, species)
		return err
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// species returns the names of all flocks' species as CSV cells, quoted if necessary.
func (s *Source) species() (all []string) {
	for k := range s.flocks {
		name := s.Species(k)
		if strings.ContainsAny(name, ",\"\r\n") {
			name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		all = append(all, name)
	}
	return all
}

// writeRows writes the boids of one frame. It uses row as a buffer and returns it.
func writeRows(out *bufio.Writer, row []byte, f *Frame, species []string) ([]byte, error) {
	row = strconv.AppendInt(row[:0], int64(f.Number), 10)
	row = appendFloat(append(row, ','), f.Seconds, 64)
	head := len(row)
	for i := range f.Boids {
		b := &f.Boids[i]
		row = strconv.AppendInt(append(row[:head], ','), int64(b.ID), 10)
		row = appendVec(row, b.Pos)
		row = appendVec(row, b.Vel)
		row = appendVec(row, b.Up)
		row = appendFloat(append(row, ','), float64(b.Phase), 32)
		row = appendFlag(row, b.Flags&flock.Gliding != 0)
		row = appendFlag(row, b.Flags&flock.Leading != 0)
		row = appendFlag(row, b.Flags&flock.Jumped != 0)
		row = append(append(row, ','), species[b.Flock]...)
		row = appendFlag(row, b.Flags&flock.Perched != 0)
		row = appendVec(row, b.Air)
		row = appendFlag(row, b.Flags&flock.Landing != 0)
		if _, err := out.Write(append(row, '\n')); err != nil {
			return row, err
		}
	}
	return row, nil
}

func appendVec(row []byte, v mgl32.Vec3) []byte {
	for _, x := range v {
		row = appendFloat(append(row, ','), float64(x), 32)
	}
	return row
}

// appendFloat always writes a decimal point, so that importers recognize a float.
func appendFloat(row []byte, x float64, bits int) []byte {
	row = strconv.AppendFloat(row, x, 'f', -1, bits)
	if x == math.Trunc(x) {
		row = append(row, ".0"...)
	}
	return row
}

func appendFlag(row []byte, on bool) []byte {
	if on {
		return append(row, ",1"...)
	}
	return append(row, ",0"...)
}
