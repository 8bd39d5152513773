package samples

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
)

type object = map[string]any

type format struct {
	component  int // componentType in glTF
	size       int // bytes
	normalized bool
	low, high  float64
}

var (
	float32s = format{component: 5126, size: 4}
	int8s    = format{5120, 1, false, -128, 127}
	uint8s   = format{5121, 1, false, 0, 255}
	int16s   = format{5122, 2, false, -32768, 32767}
	uint16s  = format{5123, 2, false, 0, 65535}
	uint32s  = format{5125, 4, false, 0, math.MaxUint32}
)

func (f format) asNormalized() format {
	f.normalized = true
	return f
}

func (f format) append(to []byte, v float64) ([]byte, float64) {
	if f.component == float32s.component {
		rounded := float32(v)
		return binary.LittleEndian.AppendUint32(to, math.Float32bits(rounded)), float64(rounded)
	}
	if f.normalized {
		v *= f.high
	}
	low := f.low
	if f.normalized {
		low = max(low, -f.high) // the two lowest integers are equal
	}
	v = min(max(math.Round(v), low), f.high)
	var buf [8]byte
	binary.LittleEndian.PutUint64(buf[:], uint64(int64(v)))
	if f.normalized {
		v /= f.high
	}
	return append(to, buf[:f.size]...), v
}

func (f format) storedValue(v float64) float64 {
	if f.normalized {
		return math.Round(v * f.high)
	}
	return v
}

type file struct {
	*rand.Rand
	bin       []byte
	views     []object
	accessors []object
}

type column struct {
	kind   string
	width  int
	values []float64 // the encoder replaces them by the values that a reader decodes
	format format
	index  *any // receives the accessor's index
}

func (c *column) count() int  { return len(c.values) / c.width }
func (c *column) stride() int { return (c.width*c.format.size + 3) &^ 3 }

func (f *file) addView(data []byte, stride int) int {
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

func (f *file) addAccessor(c *column, extra object) int {
	a := object{"type": c.kind, "componentType": c.format.component, "count": c.count()}
	if c.format.normalized {
		a["normalized"] = true
	}
	for k, v := range extra {
		a[k] = v
	}
	low, high := slices.Clone(c.values[:c.width]), slices.Clone(c.values[:c.width])
	for i, v := range c.values {
		low[i%c.width], high[i%c.width] = min(low[i%c.width], v), max(high[i%c.width], v)
	}
	for k := range low {
		low[k], high[k] = c.format.storedValue(low[k]), c.format.storedValue(high[k])
	}
	a["min"], a["max"] = low, high
	f.accessors = append(f.accessors, a)
	return len(f.accessors) - 1
}

func (f *file) writePacked(kind string, width int, values []float64, as format) int {
	c := &column{kind: kind, width: width, values: values, format: as}
	var data []byte
	for i, v := range values {
		data, values[i] = as.append(data, v)
	}
	return f.addAccessor(c, object{"bufferView": f.addView(data, 0)})
}

func (f *file) writeVertices(columns []column) {
	if f.IntN(2) == 0 {
		for i := range columns {
			f.writeInterleaved(columns[i : i+1])
		}
		return
	}
	f.writeInterleaved(columns)
}

func (f *file) writeInterleaved(columns []column) {
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
				data, c.values[j] = c.format.append(data, c.values[j])
			}
			data = append(data, make([]byte, end-len(data))...)
		}
	}
	view, offset := f.addView(data, stride), 0
	for i := range columns {
		*columns[i].index = f.addAccessor(&columns[i], object{"bufferView": view, "byteOffset": offset})
		offset += columns[i].stride()
	}
}

func (f *file) writeSparse(c column) int {
	var indices, data []byte
	n := 0
	for k := range c.count() {
		element := c.values[k*c.width : (k+1)*c.width]
		if k > 0 && f.IntN(2) == 0 {
			clear(element)
			continue
		}
		n++
		indices, _ = uint16s.append(indices, float64(k))
		for j := range element {
			data, element[j] = c.format.append(data, element[j])
		}
	}
	return f.addAccessor(&c, object{"sparse": object{
		"count":   n,
		"indices": object{"bufferView": f.addView(indices, 0), "componentType": uint16s.component},
		"values":  object{"bufferView": f.addView(data, 0)},
	}})
}

func (f *file) glb(doc object) []byte {
	doc["asset"] = object{"version": "2.0", "generator": "skein samples"}
	doc["buffers"] = []object{{"byteLength": len(f.bin)}}
	doc["bufferViews"], doc["accessors"] = f.views, f.accessors
	text, err := json.Marshal(doc)
	if err != nil {
		return nil // impossible: all types can be encoded
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
