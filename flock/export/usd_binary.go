package export

import (
	"io"
	"strconv"

	"skein/flock/export/crate"
)

// usdBinaryWriter writes a layer in USD's binary format. It stores equal constant values only once. It stores
// equal samples only once if add is called several times after one encode.
type usdBinaryWriter struct {
	w    *crate.Writer
	head []crate.Field
	open []*openPrim // prims that have not ended, outermost first
}

type openPrim struct {
	path                 string
	fields               []crate.Field
	properties, children []string
}

func newUSDBinary(file io.WriteSeeker) *usdBinaryWriter {
	return &usdBinaryWriter{w: crate.NewWriter(file), open: []*openPrim{{}}}
}

func (u *usdBinaryWriter) top() *openPrim { return u.open[len(u.open)-1] }

func (u *usdBinaryWriter) begin(h *usdHead) {
	var custom []crate.Field
	for _, s := range h.custom {
		custom = append(custom, crate.Field{Name: s.key, Value: u.w.Text(s.value)})
	}
	u.head = []crate.Field{
		{Name: "customLayerData", Value: u.w.Dictionary(custom)},
		{Name: "defaultPrim", Value: u.w.Token(h.defaultPrim)},
		{Name: "documentation", Value: u.w.Text(h.documentation)},
		{Name: "endTimeCode", Value: u.double(float64(h.last))},
		{Name: "framesPerSecond", Value: u.double(h.fps)},
		{Name: "metersPerUnit", Value: u.double(h.metersPerUnit)},
		{Name: "startTimeCode", Value: u.double(float64(h.first))},
		{Name: "timeCodesPerSecond", Value: u.double(h.fps)},
		{Name: "upAxis", Value: u.w.Token(h.up)},
	}
}

func (u *usdBinaryWriter) double(x float64) crate.Rep { return u.w.PutOnce(crate.EncodeDouble(x)) }

func (u *usdBinaryWriter) prim(p usdPrim) {
	parent := u.top()
	parent.children = append(parent.children, p.name)
	child := &openPrim{path: parent.path + "/" + p.name}
	u.open = append(u.open, child)
	specifier := crate.Def
	if p.over {
		specifier = crate.Over
	}
	child.add("specifier", u.w.Specifier(specifier))
	if p.kind != "" {
		child.add("typeName", u.w.Token(p.kind))
	}
	if p.component {
		child.add("kind", u.w.Token("component"))
	}
	if p.displayName != "" {
		child.add("displayName", u.w.Text(p.displayName))
	}
	if p.schema != "" {
		child.add("apiSchemas", u.w.PrependedTokens([]string{p.schema}))
	}
	if p.instanceable {
		child.add("instanceable", u.w.PutOnce(crate.EncodeBool(true)))
	}
	if p.inherits != "" {
		child.add("inheritPaths", u.w.PrependedPaths([]string{p.inherits}))
	}
}

func (p *openPrim) add(field string, value crate.Rep) {
	p.fields = append(p.fields, crate.Field{Name: field, Value: value})
}

func (u *usdBinaryWriter) end() {
	p := u.top()
	u.open = u.open[:len(u.open)-1]
	if len(p.properties) > 0 {
		p.add("properties", u.w.Names(p.properties))
	}
	if len(p.children) > 0 {
		p.add("primChildren", u.w.Names(p.children))
	}
	u.w.Spec(p.path, crate.Prim, p.fields)
}

func (u *usdBinaryWriter) property(name string, kind crate.SpecType, fields []crate.Field) {
	p := u.top()
	p.properties = append(p.properties, name)
	u.w.Spec(p.path+"."+name, kind, fields)
}

// declare adds an attribute. extra is an additional field, or empty.
func (u *usdBinaryWriter) declare(d *usdDeclaration, interpolation string, extra crate.Field) {
	fields := []crate.Field{{Name: "typeName", Value: u.w.Token(d.kind)}}
	if d.custom {
		fields = append(fields, crate.Field{Name: "custom", Value: u.w.PutOnce(crate.EncodeBool(true))})
	}
	if d.uniform {
		fields = append(fields, crate.Field{Name: "variability", Value: u.w.Variability(true)})
	}
	if interpolation != "" {
		fields = append(fields, crate.Field{Name: "interpolation", Value: u.w.Token(interpolation)})
	}
	if extra.Name != "" {
		fields = append(fields, extra)
	}
	u.property(d.name, crate.Attribute, fields)
}

func (u *usdBinaryWriter) attribute(declaration string, value any) { u.primvar(declaration, "", value) }

func (u *usdBinaryWriter) primvar(declaration, interpolation string, value any) {
	d := parseDeclaration(declaration)
	var extra crate.Field
	if value != nil {
		extra = crate.Field{Name: "default", Value: u.store(&d, value)}
	}
	u.declare(&d, interpolation, extra)
}

func (u *usdBinaryWriter) store(d *usdDeclaration, value any) crate.Rep {
	switch v := value.(type) {
	case string:
		return u.text(d, v)
	case []string:
		return u.w.Tokens(v)
	}
	return u.w.PutOnce(d.encode(nil, value))
}

func (u *usdBinaryWriter) text(d *usdDeclaration, s string) crate.Rep {
	switch d.number {
	case crate.String:
		return u.w.Text(s)
	case crate.Asset:
		return u.w.Asset(s)
	}
	return u.w.Token(s)
}

// encode encodes a value that is not a string. It reuses the memory of buffer.
func (d *usdDeclaration) encode(buffer []byte, value any) crate.Value {
	switch v := value.(type) {
	case bool:
		return crate.EncodeBool(v)
	case int:
		return crate.EncodeInts(buffer, d.number, false, []int{v})
	case []int:
		return crate.EncodeInts(buffer, d.number, true, v)
	}
	n := value.(usdNumbers)
	all := n.all
	if n.digits > 0 && d.number != crate.Quath { // half floats have fewer digits
		all = roundedTo(n.digits, all)
	}
	return crate.EncodeNumbers(buffer, d.number, d.array, all)
}

func roundedTo(digits int, all []float32) []float32 {
	out := make([]float32, len(all))
	for k, x := range all {
		near, _ := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', digits, 32), 32)
		out[k] = float32(near)
	}
	return out
}

func (u *usdBinaryWriter) connect(declaration, source string) {
	d := parseDeclaration(declaration)
	u.declare(&d, "", crate.Field{Name: "connectionPaths", Value: u.w.Targets([]string{source})})
}

func (u *usdBinaryWriter) relationship(name string, targets ...string) {
	u.property(name, crate.Relationship, []crate.Field{
		{Name: "variability", Value: u.w.Variability(true)},
		{Name: "targetPaths", Value: u.w.Targets(targets)},
	})
}

func (u *usdBinaryWriter) close() error {
	p := u.top()
	p.add("primChildren", u.w.Names(p.children))
	u.w.Spec("/", crate.Layer, append(u.head, p.fields...))
	return u.w.Close()
}

type usdBinaryTrack struct {
	to            *usdBinaryWriter
	declaration   usdDeclaration
	interpolation string
	times         []float64
	values        []crate.Rep
	next          crate.Value
	stored        bool    // whether next is already stored; adding it again then stores nothing
	text          *string // next, or nil if it is not a string
	buffer        []byte
}

func (u *usdBinaryWriter) track(declaration, interpolation string) usdTrack {
	return &usdBinaryTrack{to: u, declaration: parseDeclaration(declaration), interpolation: interpolation}
}

func (t *usdBinaryTrack) encode(value any) {
	if s, ok := value.(string); ok {
		t.text = &s
		return
	}
	t.stored = false
	t.next = t.declaration.encode(t.buffer, value)
	t.buffer = t.next.Buffer()
}

func (t *usdBinaryTrack) add(time float64) error {
	t.times = append(t.times, time)
	switch {
	case t.text != nil:
		t.values = append(t.values, t.to.text(&t.declaration, *t.text))
	case t.stored:
		t.values = append(t.values, t.values[len(t.values)-1])
	default:
		t.values, t.stored = append(t.values, t.to.w.Put(t.next)), true
	}
	return t.to.w.Err()
}

func (t *usdBinaryTrack) close() {}

func (u *usdBinaryWriter) sampled(track usdTrack) {
	t := track.(*usdBinaryTrack)
	u.declare(&t.declaration, t.interpolation, crate.Field{Name: "timeSamples", Value: u.w.Samples(t.times, t.values)})
}
