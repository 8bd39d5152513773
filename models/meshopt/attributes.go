package meshopt

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

const (
	version0   = 0xa0
	version1   = 0xa1
	groupSize  = 16  // number of elements in a group
	blockLimit = 256 // largest number of elements in a block
)

// attributeDecoder decodes the ATTRIBUTES mode. For each byte of an element, a block of elements stores a
// sequence of differences. Four neighbouring bytes are a channel.
type attributeDecoder struct {
	*stream
	version  byte
	stride   int
	last     []byte
	channels []byte // mode of each channel's differences; nil means bytes
}

func decodeAttributes(data []byte, v View) ([]byte, error) {
	if len(data) == 0 {
		return nil, errShort
	}
	d := attributeDecoder{version: data[0], stride: v.ByteStride}
	if err := d.openStream(data); err != nil {
		return nil, err
	}
	perBlock := min(8192/d.stride&^(groupSize-1), blockLimit)
	if blocks := (v.Count + perBlock - 1) / perBlock; len(d.rest)/d.smallestBlock() < blocks {
		return nil, errShort
	}
	out := make([]byte, v.Count*d.stride)
	for from := 0; from < len(out); from += perBlock * d.stride {
		if err := d.block(out[from:min(from+perBlock*d.stride, len(out))]); err != nil {
			return nil, err
		}
	}
	return out, d.end()
}

// openStream reads the header. From the tail it reads the values before the first element and, in version 1,
// the modes of the channels.
func (d *attributeDecoder) openStream(data []byte) error {
	size, smallest := d.stride, 32
	if d.version == version1 {
		size, smallest = d.stride+d.stride/4, 24
	}
	s, tail, err := open(data, "\xa0\xa1", max(size, smallest))
	if err != nil {
		return err
	}
	tail = tail[len(tail)-size:]
	d.stream, d.last = s, append([]byte(nil), tail[:d.stride]...)
	if d.version == version0 {
		return nil
	}
	d.channels = tail[d.stride:]
	for i, mode := range d.channels {
		if mode&15 > 2 || mode&15 < 2 && mode>>4 != 0 {
			return fmt.Errorf("channel %d has the unknown mode %#x", i, mode)
		}
	}
	return nil
}

func (d *attributeDecoder) smallestBlock() int {
	if d.version == version0 {
		return d.stride
	}
	return d.stride / 4
}

func (d *attributeDecoder) block(out []byte) error {
	var control []byte
	if d.version == version1 {
		var err error
		if control, err = d.take(d.stride / 4); err != nil {
			return err
		}
	}
	n := len(out) / d.stride
	for k := range d.stride / 4 {
		var planes [4][blockLimit]byte
		for j := range planes {
			lengths := [4]int{0, 2, 4, 8}
			if control != nil {
				lengths = bitLengths(control[k] >> (2 * j) & 3)
			}
			if err := d.plane(planes[j][:], n, lengths); err != nil {
				return err
			}
		}
		d.addChannel(out[4*k:], 4*k, n, &planes)
	}
	return nil
}

// literal and zero are the results of bitLengths for planes without header bits.
var literal, zero = [4]int{8}, [4]int{}

// bitLengths returns the four possible numbers of bits per difference. The header bits of a group choose one
// of them.
func bitLengths(control byte) [4]int {
	return [...][4]int{{0, 1, 2, 4}, {1, 2, 4, 8}, zero, literal}[control]
}

func (d *attributeDecoder) plane(out []byte, n int, lengths [4]int) error {
	switch lengths {
	case zero:
		return nil
	case literal:
		stored, err := d.take(n)
		copy(out, stored)
		return err
	}
	groups := (n + groupSize - 1) / groupSize
	header, err := d.take((groups + 3) / 4)
	if err != nil {
		return err
	}
	for g := range groups {
		length := lengths[header[g/4]>>(2*(g%4))&3]
		if err := d.group(out[g*groupSize:(g+1)*groupSize], length); err != nil {
			return err
		}
	}
	return nil
}

// group decodes 16 differences of 0, 1, 2, 4 or 8 bits. If all bits of a difference are set, its value is in
// a separate byte.
func (d *attributeDecoder) group(out []byte, length int) error {
	packed, err := d.take(groupSize * length / 8)
	if err != nil || length == 0 {
		return err
	}
	if length == 8 {
		copy(out, packed)
		return nil
	}
	escape := byte(1)<<length - 1
	for i := range out {
		shift := i * length % 8
		if length > 1 {
			shift = 8 - length - shift // the first difference is in the highest bits
		}
		out[i] = packed[i*length/8] >> shift & escape
		if out[i] == escape {
			if out[i], err = d.byte(); err != nil {
				return err
			}
		}
	}
	return nil
}

// addChannel computes the values of a channel of n elements from differences. first is the index of the
// channel's first byte in an element. out starts there.
func (d *attributeDecoder) addChannel(out []byte, first, n int, planes *[4][blockLimit]byte) {
	var mode byte
	if d.channels != nil {
		mode = d.channels[first/4]
	}
	value := binary.LittleEndian.Uint32(d.last[first:])
	for i := range n {
		difference := uint32(planes[0][i]) | uint32(planes[1][i])<<8 | uint32(planes[2][i])<<16 | uint32(planes[3][i])<<24
		value = next(value, difference, mode)
		binary.LittleEndian.PutUint32(out[i*d.stride:], value)
	}
	binary.LittleEndian.PutUint32(d.last[first:], value)
}

func next(value, difference uint32, mode byte) uint32 {
	switch mode & 15 {
	case 0:
		return eachByte(value, difference)
	case 1:
		low := uint16(value) + unzigzag(uint16(difference))
		high := uint16(value>>16) + unzigzag(uint16(difference>>16))
		return uint32(low) | uint32(high)<<16
	}
	return value ^ bits.RotateLeft32(difference, -int(mode>>4))
}

// eachByte adds a zigzag-encoded difference to each byte of value.
func eachByte(value, difference uint32) (sum uint32) {
	for shift := 0; shift < 32; shift += 8 {
		sum |= uint32(uint8(value>>shift)+unzigzag(uint8(difference>>shift))) << shift
	}
	return sum
}
