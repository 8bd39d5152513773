package export

import (
	"strings"

	"skein/flock/export/crate"
)

// usdWriter writes a layer in one of USD's file formats. Its methods must be called in the order of the
// layer.
type usdWriter interface {
	begin(h *usdHead)
	prim(p usdPrim)
	end()

	// attribute writes an attribute, declared as in a text layer: [custom] [uniform] type name. value is nil
	// if the attribute has no value. Otherwise, it has one of these types:
	//
	//	string          string, token, asset
	//	[]string        token[]
	//	bool, int       bool, int, int64
	//	[]int           int[], int64[]
	//	usdNumbers      all other types
	attribute(declaration string, value any)
	// primvar writes an attribute with values for the points of a prim.
	primvar(declaration, interpolation string, value any)
	// connect writes an attribute that takes its value from another attribute.
	connect(declaration, source string)
	relationship(name string, targets ...string)

	// track returns an attribute with samples. The samples must be added before sampled writes the attribute.
	// interpolation is "" except for primvars.
	track(declaration, interpolation string) usdTrack
	sampled(t usdTrack)

	close() error
}

type usdTrack interface {
	// encode prepares the next sample. Several tracks may encode concurrently, unless the values are strings.
	encode(value any)
	// add adds the prepared value at a time later than the previous one. If encode was not called again, it
	// repeats the last value.
	add(time float64) error
	close()
}

// usdNumbers holds tuples of numbers. The real part of a quaternion comes first.
type usdNumbers struct {
	all    []float32
	digits int // significant digits; -1 for all
}

func exactly(all ...float32) usdNumbers { return usdNumbers{all, -1} }

func rounded(digits int, all ...float32) usdNumbers { return usdNumbers{all, digits} }

type usdHead struct {
	custom        []usdString // content of customLayerData
	defaultPrim   string
	documentation string
	first, last   int // first and last time code
	fps           float64
	metersPerUnit float64
	up            string
}

type usdString struct{ key, value string }

type usdPrim struct {
	over         bool
	kind         string
	name         string
	component    bool // whether the prim is a model of kind component
	instanceable bool
	displayName  string
	schema       string
	inherits     string
}

type usdDeclaration struct {
	custom, uniform bool
	kind            string
	name            string
	array           bool
	number          crate.Type // type of the numbers in binary layers
}

func parseDeclaration(text string) usdDeclaration {
	words := strings.Fields(text)
	n := len(words)
	d := usdDeclaration{kind: words[n-2], name: words[n-1]}
	for _, w := range words[:n-2] {
		d.custom, d.uniform = d.custom || w == "custom", d.uniform || w == "uniform"
	}
	single := strings.TrimSuffix(d.kind, "[]")
	d.array, d.number = single != d.kind, usdTypes(single)
	return d
}

func usdTypes(name string) crate.Type {
	switch name {
	case "bool":
		return crate.Bool
	case "int":
		return crate.Int
	case "int64":
		return crate.Int64
	case "float":
		return crate.Float
	case "double":
		return crate.Double
	case "string":
		return crate.String
	case "asset":
		return crate.Asset
	case "quatf":
		return crate.Quatf
	case "quath":
		return crate.Quath
	case "float2", "texCoord2f":
		return crate.Vec2f
	case "double3":
		return crate.Vec3d
	case "float4":
		return crate.Vec4f
	case "float3", "point3f", "vector3f", "normal3f", "color3f":
		return crate.Vec3f
	}
	return crate.Token
}
