package export

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"skein/flock"
	"skein/flock/export/netcdf"
	"skein/flock/whole"
)

func writeNetCDF(ctx context.Context, path string, s *Source) error {
	return whole.Stream(path, s.o.Force, func(w io.Writer) error { return NetCDF(ctx, w, s) })
}

// NetCDF writes NetCDF-3 in the layout of a dataset of poses in the Python package movement. The dimensions
// are time, space (x, y, z), keypoint (only "body") and individual. The variables are:
//
//	position, velocity  (time, space, keypoint, individual)
//	confidence          (time, keypoint, individual), 1 for present birds
//	leading             (time, individual)
//	species             (individual)
//
// Position, velocity and confidence of an absent bird are NaN.
func NetCDF(ctx context.Context, w io.Writer, s *Source) error {
	ids, err := s.IDs(ctx)
	if err != nil {
		return err
	}
	table := poseTable{source: s, index: map[int]int{}}
	var names, species []string
	for k := range ids {
		for _, id := range ids[k] {
			table.index[id] = len(names)
			names, species = append(names, s.Name(id)), append(species, s.Species(k))
		}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if table.file, err = netcdf.Begin(out, table.header(names, species)); err != nil {
		return err
	}
	if err := s.forEachFrame(ctx, noParts, table.write); err != nil {
		return err
	}
	return out.Flush()
}

type poseTable struct {
	source *Source
	file   *netcdf.Writer
	index  map[int]int

	position, velocity, confidence []float32
	leading                        []int8
}

func (p *poseTable) header(names, species []string) *netcdf.Header {
	s := p.source
	up := "y"
	if s.o.ZUp {
		up = "z"
	}
	unit := s.unit()
	pose := []string{"time", "space", "keypoint", "individual"}
	return &netcdf.Header{
		Records:    len(s.Numbers()),
		Dimensions: []netcdf.Dimension{{Name: "time"}, {Name: "space", Length: 3}, {Name: "keypoint", Length: 1}, {Name: "individual", Length: len(names)}},
		Attributes: []netcdf.Attribute{
			{Name: "ds_type", Value: "poses"}, {Name: "time_unit", Value: "seconds"}, {Name: "fps", Value: s.FPS()},
			{Name: "source_software", Value: "skein " + s.meta.Version}, {Name: "scenario", Value: s.meta.Scenario},
			{Name: "seed", Value: strconv.FormatUint(s.meta.Seed, 10)}, {Name: "up_axis", Value: up},
		},
		Variables: []netcdf.Variable{
			netcdf.Text("space", "space", []string{"x", "y", "z"}),
			netcdf.Text("keypoint", "keypoint", []string{"body"}),
			netcdf.Text("individual", "individual", names),
			netcdf.Text("species", "individual", species),
			{Name: "time", Type: netcdf.Double, Dimensions: []string{"time"}, Attributes: attributesOf("time since the start, s", "")},
			{Name: "position", Type: netcdf.Float, Dimensions: pose, Attributes: attributesOf("position", unit)},
			{Name: "velocity", Type: netcdf.Float, Dimensions: pose, Attributes: attributesOf("velocity over the ground", unit+"/s")},
			{Name: "confidence", Type: netcdf.Float, Dimensions: []string{"time", "keypoint", "individual"}, Attributes: attributesOf("1 where the bird is present", "")},
			{Name: "leading", Type: netcdf.Byte, Dimensions: []string{"time", "individual"}, Attributes: attributesOf("1 where the bird is in an escape", "")},
		},
	}
}

func attributesOf(text, unit string) []netcdf.Attribute {
	all := []netcdf.Attribute{{Name: "long_name", Value: text}}
	if unit != "" {
		all = append(all, netcdf.Attribute{Name: "units", Value: unit})
	}
	return all
}

func (p *poseTable) write(f *Frame) error {
	n := len(p.index)
	p.position, p.velocity = fillNaN(p.position, 3*n), fillNaN(p.velocity, 3*n)
	p.confidence, p.leading = fillNaN(p.confidence, n), append(p.leading[:0], make([]int8, n)...)
	for i := range f.Boids {
		b := &f.Boids[i]
		index, known := p.index[b.ID]
		if !known {
			return fmt.Errorf("bird %d of frame %d was not found in the first pass", b.ID, f.Number)
		}
		for axis := range 3 {
			p.position[axis*n+index], p.velocity[axis*n+index] = b.Pos[axis], b.Vel[axis]
		}
		p.confidence[index] = 1
		if b.Flags&flock.Leading != 0 {
			p.leading[index] = 1
		}
	}
	return p.file.Record([]float64{f.Seconds}, p.position, p.velocity, p.confidence, p.leading)
}

// fillNaN returns n NaNs in the memory of dst.
func fillNaN(dst []float32, n int) []float32 {
	dst = dst[:0]
	for range n {
		dst = append(dst, float32(math.NaN()))
	}
	return dst
}
