package export

import (
	"bufio"
	"context"
	"io"
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/recording"
)

// Options are common to all exports.
type Options struct {
	Frames   []Range               // none: all
	Progress func(done, total int) // called after each frame; may be nil
}

// Count is how many frames are exported of a recording of so many.
func (o Options) Count(frames int) int {
	list, err := within(o.Frames, frames)
	if err != nil {
		return 0
	}
	return count(list)
}

// header names the columns: number of the frame from 1, seconds since tick 0,
// id of the boid from 0, position in m, velocity in m/s, up-vector, phase of the
// wingbeat in turns, and flags as 0 or 1.
const header = "frame,time,id,px,py,pz,vx,vy,vz,ux,uy,uz,phase,gliding,leading\n"

// CSV writes a row for each boid and frame under a header of plain names. Every
// value of a column of floats is written as a float ("0.0"), in the fewest
// digits that read back to the same number. Axes are skein's: metres, Y up.
func CSV(ctx context.Context, w io.Writer, r *recording.Reader, o Options) error {
	list, err := within(o.Frames, r.Frames())
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if _, err := out.WriteString(header); err != nil {
		return err
	}
	done, total := 0, count(list)
	var s flock.Snapshot
	var row []byte
	for _, part := range list {
		for frame := part.First; frame <= part.Last; frame += part.Step {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := r.Frame(frame-1, &s); err != nil {
				return err
			}
			if row, err = writeRows(out, row, frame, &s); err != nil {
				return err
			}
			done++
			if o.Progress != nil {
				o.Progress(done, total)
			}
		}
	}
	return out.Flush()
}

// writeRows writes the boids of one frame; row is scratch, and returned.
func writeRows(out *bufio.Writer, row []byte, frame int, s *flock.Snapshot) ([]byte, error) {
	row = strconv.AppendInt(row[:0], int64(frame), 10)
	row = appendFloat(append(row, ','), s.Seconds(), 64)
	head := len(row)
	for i := range s.Len() {
		row = strconv.AppendInt(append(row[:head], ','), int64(i), 10)
		row = appendVec(row, s.Pos[i])
		row = appendVec(row, s.Vel[i])
		row = appendVec(row, s.Up[i])
		row = appendFloat(append(row, ','), float64(s.Phase[i]), 32)
		row = appendFlag(row, s.Flags[i]&flock.Gliding != 0)
		row = appendFlag(row, s.Flags[i]&flock.Leading != 0)
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

// appendFloat always writes a point, by which importers tell floats from whole
// numbers.
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
