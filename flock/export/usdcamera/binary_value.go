package usdcamera

import (
	"math"
	"strings"
)

// Codes of types in a file.
const (
	typeDouble       = 9
	typeFloat        = 8
	typeString       = 10
	typeToken        = 11
	typeQuatf        = 17
	typeVec3d        = 23
	typeDictionary   = 31
	typeTokenVector  = 41
	typeTimeSamples  = 46
	typeDoubleVector = 48
)

const (
	arrayBit   = 1 << 63 // set for an array
	inlinedBit = 1 << 62 // set if the rep contains the value itself instead of an offset
)

type rep uint64

func (v rep) kind() int      { return int(v >> 48 & 0xff) }
func (v rep) payload() int64 { return int64(v & (1<<48 - 1)) }
func (v rep) inlined() bool  { return v&inlinedBit != 0 }

// fields returns the fields of an object by name. start is the index of the first one in fieldSets.
func (r *binaryReader) fields(start int32) map[string]rep {
	all := map[string]rep{}
	for k := int(start); !r.fail(k < 0 || k >= len(r.fieldSets)); k++ {
		n := int(r.fieldSets[k])
		if n < 0 || r.fail(n >= len(r.fieldName) || len(all) > 1000) {
			break
		}
		all[r.name(int64(r.fieldName[n]))] = rep(little.Uint64(r.fieldRep[8*n:]))
	}
	return all
}

func (r *binaryReader) metadata(l *layer, set int32) {
	for name, value := range r.fields(set) {
		switch {
		case name == "upAxis":
			l.up = r.text(value)
		case name == "customLayerData" && value.kind() == typeDictionary:
			l.setText("startSeconds", r.entry(value, "startSeconds"))
		case value.kind() == typeDouble:
			if x := r.numbers(value, 1); x != nil {
				l.setNumber(name, x[0])
			}
		}
	}
}

func (r *binaryReader) camera(l *layer, specs map[string]int32) {
	if _, ok := specs["/Flock/Camera"]; !ok || r.err != nil {
		return
	}
	l.moved = r.moved
	l.found = r.text(r.fields(specs["/Flock/Camera"])["typeName"]) == "Camera"
	for path, set := range specs {
		name, ok := strings.CutPrefix(path, "/Flock/Camera.")
		if !ok || r.err != nil {
			continue
		}
		fields := r.fields(set)
		switch t := l.trackOf(name); {
		case name == "projection":
			l.projection = r.text(fields["default"])
		case name == "xformOpOrder":
			l.order = r.tokens(fields["default"])
		case t == nil:
		case fields["timeSamples"] != 0:
			r.samples(t, fields["timeSamples"])
		case fields["default"] != 0:
			t.values = r.numbers(fields["default"], t.width)
		}
	}
}

func (r *binaryReader) tokens(v rep) (all []string) {
	if r.fail(v.kind() != typeToken || v&arrayBit == 0) || v.payload() == 0 {
		return nil
	}
	n := r.u64(v.payload())
	if r.fail(n > 100) {
		return nil
	}
	for b := r.bytes(v.payload()+8, 4*int(n)); len(b) > 0; b = b[4:] {
		all = append(all, r.name(int64(little.Uint32(b))))
	}
	return all
}

func (r *binaryReader) samples(t *track, v rep) {
	if r.fail(v.kind() != typeTimeSamples || v.inlined()) {
		return
	}
	offset := v.payload()
	to := offset + int64(r.u64(offset))
	if r.fail(to < offset) {
		return
	}
	times := rep(r.u64(to))
	offset = to + 8
	offset += int64(r.u64(offset))
	n, same := r.u64(offset), r.u64(times.payload())
	if n > maxSamples && r.err == nil {
		r.err = errTooMany
	}
	if r.fail(times.kind() != typeDoubleVector || times.inlined() || n != same) {
		return
	}
	moments, values := r.bytes(times.payload()+8, 8*int(n)), r.bytes(offset+8, 8*int(n))
	for k := 0; k < int(n) && r.err == nil; k++ {
		time := math.Float64frombits(little.Uint64(moments[8*k:]))
		r.fail(math.IsNaN(time) || math.IsInf(time, 0))
		numbers := r.numbers(rep(little.Uint64(values[8*k:])), t.width)
		t.times, t.values = append(t.times, time), append(t.values, numbers...)
	}
}

func (r *binaryReader) text(v rep) string {
	switch {
	case !v.inlined():
		return ""
	case v.kind() == typeToken:
		return r.name(v.payload())
	case v.kind() == typeString:
		offset := 4 * v.payload()
		if r.fail(offset < 0 || offset+4 > int64(len(r.strings))) {
			return ""
		}
		return r.name(int64(little.Uint32(r.strings[offset:])))
	}
	return ""
}

// entry returns a string in a dictionary, or "".
func (r *binaryReader) entry(v rep, key string) string {
	offset := v.payload()
	n := r.u64(offset)
	if r.fail(n > 1000) {
		return ""
	}
	offset += 8
	for range n {
		head := r.bytes(offset, 12) // index of the key, and relative offset of the rep
		if head == nil {
			return ""
		}
		name := r.text(rep(typeString<<48|inlinedBit) | rep(little.Uint32(head)))
		to := offset + 4 + int64(little.Uint64(head[4:]))
		if r.fail(to < offset) {
			return ""
		}
		if value := rep(r.u64(to)); name == key {
			return r.text(value)
		}
		offset = to + 8
	}
	return ""
}

// numbers returns the numbers of a value. The real part of a quaternion comes first. It returns nil unless
// there are exactly want numbers.
func (r *binaryReader) numbers(v rep, want int) []float64 {
	all := make([]float64, want)
	switch kind := v.kind(); {
	case v&arrayBit != 0:
		r.fail(true)
	case (kind == typeFloat || kind == typeDouble) && want == 1 && v.inlined():
		all[0] = float64(math.Float32frombits(uint32(v.payload())))
	case kind == typeDouble && want == 1, kind == typeVec3d && want == 3 && !v.inlined():
		b := r.bytes(v.payload(), 8*want)
		for k := range all[:len(b)/8] {
			all[k] = math.Float64frombits(little.Uint64(b[8*k:]))
		}
	case kind == typeVec3d && want == 3: // three bytes
		for k := range all {
			all[k] = float64(int8(v.payload() >> (8 * k)))
		}
	case kind == typeQuatf && want == 4 && !v.inlined():
		b := r.bytes(v.payload(), 16)
		for k := range all[:len(b)/4] {
			all[(k+1)%4] = float64(math.Float32frombits(little.Uint32(b[4*k:])))
		}
	default:
		r.fail(true)
	}
	for _, x := range all {
		r.fail(math.IsNaN(x) || math.IsInf(x, 0))
	}
	return all
}
