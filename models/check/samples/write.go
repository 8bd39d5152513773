package samples

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
)

// object is a JSON object.
type object = map[string]any

// format is how an accessor writes a number.
type format struct {
	component  int // glTF's componentType
	size       int // bytes
	normalized bool
	low, high  float64 // whole numbers that it holds
}

// The formats, by name.
var (
	float32s = format{component: 5126, size: 4}
	int8s    = format{5120, 1, false, -128, 127}
	uint8s   = format{5121, 1, false, 0, 255}
	int16s   = format{5122, 2, false, -32768, 32767}
	uint16s  = format{5123, 2, false, 0, 65535}
	uint32s  = format{5125, 4, false, 0, math.MaxUint32}
)

// unit is a format read as fractions.
func (f format) unit() format {
	f.normalized = true
	return f
}

// put appends a number, and says what a reader makes of it.
func (f format) put(to []byte, v float64) ([]byte, float64) {
	if f.component == float32s.component {
		rounded := float32(v)
		return binary.LittleEndian.AppendUint32(to, math.Float32bits(rounded)), float64(rounded)
	}
	if f.normalized {
		v *= f.high
	}
	low := f.low
	if f.normalized {
		low = max(low, -f.high) // one lower would mean the same
	}
	v = min(max(math.Round(v), low), f.high)
	var whole [8]byte
	binary.LittleEndian.PutUint64(whole[:], uint64(int64(v)))
	if f.normalized {
		v /= f.high
	}
	return append(to, whole[:f.size]...), v
}

// written is the number as it stands in the file.
func (f format) written(v float64) float64 {
	if f.normalized {
		return math.Round(v * f.high)
	}
	return v
}

// file is a glTF file while it is written.
type file struct {
	*rand.Rand
	bin       []byte
	views     []object
	accessors []object
}

// column is an accessor to be written: width numbers for each element.
type column struct {
	kind   string // glTF's type
	width  int
	values []float64 // become what a reader makes of them
	format format
	at     *any // receives the accessor's number
}

func (c *column) count() int  { return len(c.values) / c.width }
func (c *column) stride() int { return (c.width*c.format.size + 3) &^ 3 }

// view appends bytes and gives the number of their buffer view.
func (f *file) view(data []byte, stride int) int {
	for len(f.bin)%4 != 0 {
		f.bin = append(f.bin, 0)
	}
	v := object{"buffer": 0, "byteOffset": len(f.bin), "byteLength": len(data)}
	if stride > 0 {
		v["byteStride"] = stride
	}
	f.bin = append(f.bin, data...)
	f.views = append(f.views, v)
	return len(f.views) - 1
}

// describe adds an accessor for a column and gives its number.
func (f *file) describe(c *column, more object) int {
	a := object{"type": c.kind, "componentType": c.format.component, "count": c.count()}
	if c.format.normalized {
		a["normalized"] = true
	}
	for k, v := range more {
		a[k] = v
	}
	low, high := slices.Clone(c.values[:c.width]), slices.Clone(c.values[:c.width])
	for i, v := range c.values {
		low[i%c.width], high[i%c.width] = min(low[i%c.width], v), max(high[i%c.width], v)
	}
	for k := range low {
		low[k], high[k] = c.format.written(low[k]), c.format.written(high[k])
	}
	a["min"], a["max"] = low, high
	f.accessors = append(f.accessors, a)
	return len(f.accessors) - 1
}

// packed writes a column by itself without gaps, as indices, keys and matrices
// are.
func (f *file) packed(kind string, width int, values []float64, as format) int {
	c := &column{kind: kind, width: width, values: values, format: as}
	var data []byte
	for i, v := range values {
		data, values[i] = as.put(data, v)
	}
	return f.describe(c, object{"bufferView": f.view(data, 0)})
}

// vertices writes columns of as many elements, side by side or one after
// another.
func (f *file) vertices(columns []column) {
	if f.IntN(2) == 0 {
		for i := range columns {
			f.interleaved(columns[i : i+1])
		}
		return
	}
	f.interleaved(columns)
}

func (f *file) interleaved(columns []column) {
	stride := 0
	for i := range columns {
		stride += columns[i].stride()
	}
	var data []byte
	for k := range columns[0].count() {
		for i := range columns {
			c := &columns[i]
			end := len(data) + c.stride()
			for j := k * c.width; j < (k+1)*c.width; j++ {
				data, c.values[j] = c.format.put(data, c.values[j])
			}
			data = append(data, make([]byte, end-len(data))...)
		}
	}
	view, offset := f.view(data, stride), 0
	for i := range columns {
		*columns[i].at = f.describe(&columns[i], object{"bufferView": view, "byteOffset": offset})
		offset += columns[i].stride()
	}
}

// sparse writes a column of which only some elements differ from zero.
func (f *file) sparse(c column) int {
	var indices, data []byte
	n := 0
	for k := range c.count() {
		element := c.values[k*c.width : (k+1)*c.width]
		if k > 0 && f.IntN(2) == 0 {
			clear(element)
			continue
		}
		n++
		indices, _ = uint16s.put(indices, float64(k))
		for j := range element {
			data, element[j] = c.format.put(data, element[j])
		}
	}
	return f.describe(&c, object{"sparse": object{
		"count":   n,
		"indices": object{"bufferView": f.view(indices, 0), "componentType": uint16s.component},
		"values":  object{"bufferView": f.view(data, 0)},
	}})
}

// glb puts a document and its binary chunk into a file.
func (f *file) glb(doc object) []byte {
	doc["asset"] = object{"version": "2.0", "generator": "skein samples"}
	doc["buffers"] = []object{{"byteLength": len(f.bin)}}
	doc["bufferViews"], doc["accessors"] = f.views, f.accessors
	text, err := json.Marshal(doc)
	if err != nil {
		return nil // its numbers are finite and its types plain
	}
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	for len(f.bin)%4 != 0 {
		f.bin = append(f.bin, 0)
	}
	number := binary.LittleEndian.AppendUint32
	out := number(number([]byte("glTF"), 2), uint32(12+8+len(text)+8+len(f.bin)))
	out = append(number(number(out, uint32(len(text))), 0x4E4F534A), text...)
	return append(number(number(out, uint32(len(f.bin))), 0x004E4942), f.bin...)
}
