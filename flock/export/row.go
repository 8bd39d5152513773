package export

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"skein/flock"
	"skein/flock/export/decimals"
)

// tableRow is a boid in a frame. Its fields are the columns of CSV and Parquet. The tag parquet has the name
// and encoding of a column. The tags doc and unit also apply to the following columns that have no tag doc.
//
// With dict, Parquet stores repeated values in a dictionary. With split, it splits the bytes of floats into
// streams, which zstd compresses better. To add a column, add a field here, and set it in fill.
type tableRow struct {
	Frame   int32   `parquet:"frame,dict,zstd" doc:"frame number, from 1"`
	Time    float64 `parquet:"time,dict,zstd" doc:"time since the start" unit:"s"`
	ID      int32   `parquet:"id,dict,zstd" doc:"id of the bird, from 0"`
	Px      float32 `parquet:"px,split,zstd" doc:"position" unit:"m"`
	Py      float32 `parquet:"py,split,zstd" unit:"m"`
	Pz      float32 `parquet:"pz,split,zstd" unit:"m"`
	Vx      float32 `parquet:"vx,split,zstd" doc:"velocity over the ground" unit:"m/s"`
	Vy      float32 `parquet:"vy,split,zstd" unit:"m/s"`
	Vz      float32 `parquet:"vz,split,zstd" unit:"m/s"`
	Ux      float32 `parquet:"ux,split,zstd" doc:"unit vector towards the bird's back"`
	Uy      float32 `parquet:"uy,split,zstd"`
	Uz      float32 `parquet:"uz,split,zstd"`
	Phase   float32 `parquet:"phase,split,zstd" doc:"phase of the wingbeat; 0 if the wings are open" unit:"turns"`
	Gliding bool    `parquet:"gliding,zstd" doc:"the wings are held still"`
	Leading bool    `parquet:"leading,zstd" doc:"the bird is in an escape"`
	Jumped  bool    `parquet:"jumped,zstd" doc:"since the previous frame, the bird wrapped around the world or was moved"`
	Species string  `parquet:"species,dict,zstd" doc:"name of the bird's species"`
	Perched bool    `parquet:"perched,zstd" doc:"the bird sits on a perch"`
	AirX    float32 `parquet:"airx,split,zstd" doc:"velocity through the air, in the direction of the bird's heading" unit:"m/s"`
	AirY    float32 `parquet:"airy,split,zstd" unit:"m/s"`
	AirZ    float32 `parquet:"airz,split,zstd" unit:"m/s"`
	Landing bool    `parquet:"landing,zstd" doc:"the bird brakes before its seat"`
	Name    string  `parquet:"name,dict,zstd" doc:"the bird's name in the table that it was imported from, or its id"`
}

func (r *tableRow) fill(s *Source, f *Frame, b *Boid) {
	*r = tableRow{
		Frame: int32(f.Number), Time: f.Seconds, ID: int32(b.ID),
		Px: b.Pos[0], Py: b.Pos[1], Pz: b.Pos[2],
		Vx: b.Vel[0], Vy: b.Vel[1], Vz: b.Vel[2],
		Ux: b.Up[0], Uy: b.Up[1], Uz: b.Up[2],
		Phase:   b.Phase,
		Gliding: b.Flags&flock.Gliding != 0, Leading: b.Flags&flock.Leading != 0, Jumped: b.Flags&flock.Jumped != 0,
		Species: s.Species(b.Flock),
		Perched: b.Flags&flock.Perched != 0,
		AirX:    b.Air[0], AirY: b.Air[1], AirZ: b.Air[2],
		Landing: b.Flags&flock.Landing != 0,
		Name:    s.Name(b.ID),
	}
}

type tableColumn struct {
	name, doc, unit string
	kind            reflect.Kind
}

func tableColumns() []tableColumn { return columnsOf(reflect.TypeFor[tableRow]()) }

func tableColumnOf(name string) int {
	return slices.IndexFunc(tableColumns(), func(c tableColumn) bool { return c.name == name })
}

func columnsOf(t reflect.Type) (all []tableColumn) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
		all = append(all, tableColumn{name, f.Tag.Get("doc"), f.Tag.Get("unit"), f.Type.Kind()})
	}
	return all
}

func tableHeader() string { return headerOf(reflect.TypeFor[tableRow]()) }

func headerOf(t reflect.Type) string {
	var names []string
	for _, c := range columnsOf(t) {
		names = append(names, c.name)
	}
	return strings.Join(names, ",") + "\n"
}

// frameColumns is the number of columns at the beginning that have the same value for all boids of a frame.
const frameColumns = 2

// cells holds pointers to the fields of a row. Package reflect finds the fields once, because a type switch
// is faster for each row.
type cells []any

func cellsOf(row any) (all cells) {
	v := reflect.ValueOf(row).Elem()
	for i := range v.NumField() {
		all = append(all, v.Field(i).Addr().Interface())
	}
	return all
}

// append appends the columns [from, to) to a line of CSV, each followed by a separator or line end.
func (c cells) append(line []byte, from, to int) []byte {
	for _, cell := range c[from:to] {
		switch x := cell.(type) {
		case *float32:
			line = appendFloat32(line, *x)
		case *float64:
			line = appendFloat64(line, *x)
		case *bool:
			line = append(line, flagText(*x))
		case *string:
			line = append(line, csvText(*x)...)
		case *int32:
			line = strconv.AppendInt(line, int64(*x), 10)
		default:
			line = fmt.Append(line, reflect.ValueOf(cell).Elem())
		}
		line = append(line, ',')
	}
	if to == len(c) {
		line[len(line)-1] = '\n'
	}
	return line
}

func flagText(value bool) byte {
	if value {
		return '1'
	}
	return '0'
}

func csvText(s string) string {
	for k := range len(s) { // faster than strings.ContainsAny for short text
		if c := s[k]; c == ',' || c == '"' || c == '\r' || c == '\n' {
			return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
		}
	}
	return s
}

// appendFloat32 appends a float with a decimal point, which tells importers that it is a float.
func appendFloat32(line []byte, x float32) []byte {
	return withPoint(decimals.AppendPlain(line, x), float64(x))
}

func appendFloat64(line []byte, x float64) []byte {
	return withPoint(strconv.AppendFloat(line, x, 'f', -1, 64), x)
}

// withPoint appends ".0" if the number x that was just appended is an integer.
func withPoint(line []byte, x float64) []byte {
	if x == math.Trunc(x) {
		line = append(line, ".0"...)
	}
	return line
}
