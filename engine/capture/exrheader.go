package capture

import (
	"encoding/binary"
	"fmt"
	"math"
)

// EXRHeader contains standard attributes of an OpenEXR file (Standard Attributes, openexr.com). Zero values
// are left out.
type EXRHeader struct {
	FramesPerSecond [2]int32 // numerator and denominator
	TimeCode        string   // hours, minutes, seconds and frames, such as 01:02:03:04

	// WorldToCamera is the transform from the world to the camera: X right, Y up and Z along the view.
	// WorldToNDC is the transform to the picture, from (0, 0) at the upper left to (1, 1) at the lower right.
	// Both are stored column by column, for column vectors.
	WorldToCamera, WorldToNDC *[16]float32

	Strings []Note // other attributes of any length; ReadNotes skips long ones
}

// rec709 lists the chromaticities of red, green, blue and white (ITU-R BT.709).
var rec709 = [8]float32{0.64, 0.33, 0.30, 0.60, 0.15, 0.06, 0.3127, 0.3290}

func (h *EXRHeader) appendAttributes(attribute func(name, kind string, value []byte)) {
	le := binary.LittleEndian
	floats := func(values []float32) (out []byte) {
		for _, v := range values {
			out = le.AppendUint32(out, math.Float32bits(v))
		}
		return out
	}
	attribute("chromaticities", "chromaticities", floats(rec709[:]))
	if h.FramesPerSecond[0] > 0 {
		attribute("framesPerSecond", "rational", le.AppendUint32(le.AppendUint32(nil, uint32(h.FramesPerSecond[0])), uint32(h.FramesPerSecond[1])))
	}
	if code, ok := packTimeCode(h.TimeCode); ok {
		attribute("timeCode", "timecode", le.AppendUint32(le.AppendUint32(nil, code), 0))
	}
	// EXR stores rows, for row vectors, which is the same order
	if h.WorldToCamera != nil {
		attribute("worldToCamera", "m44f", floats(h.WorldToCamera[:]))
	}
	if h.WorldToNDC != nil {
		attribute("worldToNDC", "m44f", floats(h.WorldToNDC[:]))
	}
	for _, n := range h.Strings {
		attribute(n.Name, "string", []byte(n.Text))
	}
}

// packTimeCode packs a time code in the format of television (SMPTE 12M-1, as in OpenEXR's ImfTimeCode.h),
// with digits as binary-coded decimals.
func packTimeCode(text string) (bits uint32, ok bool) {
	var hours, minutes, seconds, frames uint32
	if _, err := fmt.Sscanf(text, "%d:%d:%d:%d", &hours, &minutes, &seconds, &frames); err != nil || hours > 23 || minutes > 59 || seconds > 59 || frames > 39 {
		return 0, false
	}
	bcd := func(n uint32) uint32 { return n/10<<4 | n%10 }
	return bcd(frames) | bcd(seconds)<<8 | bcd(minutes)<<16 | bcd(hours)<<24, true
}
