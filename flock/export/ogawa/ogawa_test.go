package ogawa

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"skein/flock/export/ogawa/ogawatest"
)

func referenceArchive(t *testing.T) *ogawatest.Archive {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(reference, "\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	a, err := ogawatest.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func floats(all ...float32) (b []byte) {
	for _, v := range all {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

func doubles(all ...float64) (b []byte) {
	for _, v := range all {
		b = appendFloat64(b, v)
	}
	return b
}

func written(t *testing.T, metadata string, fill func(w *Writer)) *ogawatest.Archive {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.abc")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := NewWriter(file, metadata)
	fill(w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	a, err := ogawatest.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The writer and Alembic's library write the same objects, metadata, times, samples and hashes.
func TestAgreesWithAlembic(t *testing.T) {
	want := referenceArchive(t)
	got := written(t, "_ai_AlembicVersion="+want.Metadata["_ai_AlembicVersion"], func(w *Writer) {
		k := w.Sampling(1./24, 1./24)
		top := w.Top().Child("flock", "schema=AbcGeom_Xform_v3;schemaObjTitle=AbcGeom_Xform_v3:.xform")
		top.Compound(".xform", "schema=AbcGeom_Xform_v3")
		o := top.Child("birds", "schema=AbcGeom_Points_v1;schemaBaseType=AbcGeom_GeomBase_v1;schemaObjTitle=AbcGeom_Points_v1:.geom")
		g := o.Compound(".geom", "schema=AbcGeom_Points_v1;schemaBaseType=AbcGeom_GeomBase_v1")
		box := g.Scalar(".selfBnds", "interpretation=box", Type{Float64, 6}, k)
		p := g.Array("P", "geoScope=var;interpretation=point", Type{Float32, 3}, k)
		ids := g.Array(".pointIds", "geoScope=var", Type{Uint64, 1}, k)
		more := g.Compound(".arbGeomParams", "")
		param := func(scope string, n int, kind string) string {
			return fmt.Sprintf("arrayExtent=%d;geoScope=%s;isGeomParam=true;podExtent=1;podName=%s", n, scope, kind)
		}
		orient := more.Array("orient", param("var", 4, "float32_t"), Type{Float32, 1}, k)
		phase := more.Array("phase", param("var", 1, "float32_t"), Type{Float32, 1}, k)
		leading := more.Array("leading", param("var", 1, "int32_t"), Type{Int32, 1}, k)
		velocities := g.Array(".velocities", "interpretation=vector", Type{Float32, 3}, k)
		widths := g.Array(".widths", param("con", 1, "float32_t"), Type{Float32, 1}, k)
		for f := range 3 {
			var at, speed, turn, beat, led []byte
			var id []byte
			n := 2 + f/2
			for i := range n {
				at = append(at, floats(float32(f), float32(i), 0.5)...)
				speed = append(speed, floats(1, 0, float32(i))...)
				turn = append(turn, floats(0, 0, 0, 1)...)
				beat = append(beat, floats(0.25*float32(f))...)
				led = append(led, 0, 0, 0, 0)
				id = binary.LittleEndian.AppendUint64(id, uint64(7+i))
			}
			box.Put(doubles(float64(f), 0, 0.5, float64(f), float64(n-1), 0.5))
			p.Put(at)
			ids.Put(id)
			orient.Put(turn)
			phase.Put(beat)
			leading.Put(led)
			velocities.Put(speed)
			widths.Put(floats(0.5))
		}
	})
	if !reflect.DeepEqual(got.Objects, want.Objects) || !reflect.DeepEqual(got.Samplings, want.Samplings) || !reflect.DeepEqual(got.Metadata, want.Metadata) {
		t.Errorf("got %v, %v, %v\nwant %v, %v, %v", got.Objects, got.Samplings, got.Metadata, want.Objects, want.Samplings, want.Metadata)
	}
	for name, p := range want.Properties {
		if !reflect.DeepEqual(got.Properties[name], p) {
			t.Errorf("%s: got %v\nwant %v", name, got.Properties[name], p)
		}
	}
	if len(got.Properties) != len(want.Properties) {
		t.Errorf("%d properties, want %d", len(got.Properties), len(want.Properties))
	}
}

// A sample equal to the previous one is not stored. Times may be uneven, and long metadata and many samples
// need wider integers.
func TestSamples(t *testing.T) {
	long := "a=" + strings.Repeat("x", 300)
	times := []float64{0.5, 1, 2.5}
	a := written(t, "", func(w *Writer) {
		k := w.Times(times)
		c := w.Top().Child("o", "").Compound("c", long)
		still, steps, gone := c.Array("still", "", Type{Float32, 2}, k), c.Array("steps", long, Type{Int32, 1}, k), c.Array("gone", "", Type{Float32, 1}, k)
		many := c.Scalar("many", "", Type{Float64, 1}, 0)
		for i := range 3 {
			still.Put(floats(1, 2, 3, 4))
			steps.Put([]byte{byte(i / 2), 0, 0, 0})
			gone.Put(floats([]float32{1, 2, 3}[:2-i%2*2]...))
		}
		for i := range 70_000 {
			many.Put(doubles(float64(i / 2)))
		}
	})
	if s := a.Samplings[1]; s.Step != ogawatest.Acyclic || !reflect.DeepEqual(s.Times, times) || s.Most != 3 {
		t.Errorf("times %v", s)
	}
	p := a.Properties
	for name, want := range map[string][][]byte{
		"still": {floats(1, 2, 3, 4), floats(1, 2, 3, 4), floats(1, 2, 3, 4)},
		"steps": {{0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}},
		"gone":  {floats(1, 2), nil, floats(1, 2)},
	} {
		got := p["/o:c/"+name].Samples
		for i := range want {
			if string(got[i]) != string(want[i]) {
				t.Errorf("%s: sample %d is %v, want %v", name, i, got[i], want[i])
			}
		}
	}
	if got := p["/o:c/steps"].Metadata["a"]; got != long[2:] {
		t.Errorf("metadata %q", got)
	}
	many := p["/o:c/many"].Samples
	if len(many) != 70_000 || string(many[69_999]) != string(doubles(34_999)) || string(many[1]) != string(doubles(0)) {
		t.Errorf("%d samples", len(many))
	}
}

// Only the first 254 different strings of metadata get an index.
func TestManyMetadata(t *testing.T) {
	a := written(t, "", func(w *Writer) {
		for i := range 300 {
			w.Top().Child(fmt.Sprint("o", i), fmt.Sprint("k=", i))
		}
	})
	for i := range 300 {
		if got := a.Objects[fmt.Sprint("/o", i)]["k"]; got != fmt.Sprint(i) {
			t.Errorf("object %d has the metadata %q", i, got)
		}
	}
}

type failing struct{ room int }

var errFull = errors.New("full")

func (f *failing) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func (f *failing) Seek(int64, int) (int64, error) { return 0, nil }

var _ io.WriteSeeker = (*failing)(nil)

func TestFullDisk(t *testing.T) {
	w := NewWriter(&failing{room: 1 << 19}, "")
	p := w.Top().Child("o", "").Compound("c", "").Array("p", "", Type{Float32, 1}, 0)
	for i := range 10 {
		p.Put(make([]byte, 1<<18+4*i))
	}
	if !errors.Is(w.Err(), errFull) || !errors.Is(w.Close(), errFull) {
		t.Errorf("got the error %v", w.Err())
	}
}
