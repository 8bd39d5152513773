package netcdf

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// A small file has the bytes that the grammar of the classic format requires, written by hand.
func TestBytes(t *testing.T) {
	h := &Header{
		Records:    2,
		Dimensions: []Dimension{{Name: "t"}, {Name: "id", Length: 3}},
		Attributes: []Attribute{{"fps", 24.0}},
		Variables: []Variable{
			Text("id", "id", []string{"a", "bc", ""}),
			{Name: "x", Type: Float, Dimensions: []string{"t", "id"}},
			{Name: "on", Type: Byte, Dimensions: []string{"t", "id"}},
		},
	}
	var got bytes.Buffer
	w, err := Begin(&got, h)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float32{1, -2} {
		if err := w.Record([]float32{x, 0, 0.5}, []int8{1, 0, 1}); err != nil {
			t.Fatal(err)
		}
	}
	const (
		header = "43444602 00000002" + // "CDF", version 2, 2 records
			"0000000a 00000003" + // 3 dimensions
			"00000001 74000000 00000000" + // dimension t: length 0, because it is the dimension of the records
			"00000002 69640000 00000003" + // dimension id of length 3
			"0000000a 69645f6c657474657273 0000 00000002" + // dimension id_letters of length 2
			"0000000c 00000001 00000003 66707300 00000006 00000001 4038000000000000" + // fps = 24.0
			"0000000b 00000003" // 3 variables
		id = "00000002 69640000 00000002 00000001 00000002" + // variable id(id, id_letters)
			"0000000c 00000001 00000009 5f456e636f64696e67000000 00000002 00000005 7574662d38000000" + // _Encoding = "utf-8"
			"00000002 00000008 0000000000000108" // char, 6 bytes and 2 of padding, at 264
		x = "00000001 78000000 00000002 00000000 00000001 00000000 00000000" + // variable x(t, id), without attributes
			"00000005 0000000c 0000000000000110" // float, 12 bytes, at 272
		on = "00000002 6f6e0000 00000002 00000000 00000001 00000000 00000000" + // variable on(t, id)
			"00000001 00000004 000000000000011c" // byte, 3 bytes and 1 of padding, at 284
		data = "61006263 0000 0000" +
			"3f800000 00000000 3f000000 01000100" +
			"c0000000 00000000 3f000000 01000100"
	)
	want, err := hex.DecodeString(strings.ReplaceAll(header+id+x+on+data, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the file is\n%x\nwant\n%x", got.Bytes(), want)
	}
	if err := w.Record([]float32{0, 0, 0}, []int8{0, 0, 0}); err == nil {
		t.Error("a record too many was written")
	}
}

func TestMistakes(t *testing.T) {
	h := &Header{Records: 1, Dimensions: []Dimension{{Name: "t"}, {Name: "id", Length: 3}}, Variables: []Variable{{Name: "x", Type: Double, Dimensions: []string{"t", "id"}}}}
	w, err := Begin(&bytes.Buffer{}, h)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Record([]float64{1, 2}); err == nil {
		t.Error("a record with 2 values instead of 3 was written")
	}
	h.Variables[0].Dimensions[1] = "bird"
	if _, err := Begin(&bytes.Buffer{}, h); err == nil || !strings.Contains(err.Error(), "bird") {
		t.Errorf("the error is %v, want one about the dimension bird", err)
	}
}
