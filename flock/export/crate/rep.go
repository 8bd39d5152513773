package crate

// Rep refers to the value of a field. Bits 48 to 55 are the type of the value. Bits 0 to 47 are the value or
// its offset in the file.
type Rep uint64

const (
	arrayBit      Rep = 1 << 63
	inlineBit     Rep = 1 << 62
	compressedBit Rep = 1 << 61
	payloadMask   Rep = 1<<48 - 1
)

// Type is the code of the type of a value.
type Type uint8

// Types that this package writes.
const (
	Bool   Type = 1
	Int    Type = 3
	Int64  Type = 5
	Float  Type = 8
	Double Type = 9
	String Type = 10
	Token  Type = 11
	Asset  Type = 12
	Quatf  Type = 17
	Quath  Type = 18
	Vec2f  Type = 20
	Vec3d  Type = 23
	Vec3f  Type = 24
	Vec4f  Type = 28

	typeDictionary   Type = 31
	typeTokenListOp  Type = 32
	typePathListOp   Type = 34
	typeTokenVector  Type = 41
	typeSpecifier    Type = 42
	typeVariability  Type = 44
	typeTimeSamples  Type = 46
	typeDoubleVector Type = 48
)

// Width returns how many numbers a value of the type has.
func (t Type) Width() int {
	switch t {
	case Vec2f:
		return 2
	case Vec3f, Vec3d:
		return 3
	case Vec4f, Quatf, Quath:
		return 4
	}
	return 1
}

func rep(t Type, payload uint64) Rep { return Rep(t)<<48 | Rep(payload)&payloadMask }

func inlined(t Type, bits uint32) Rep { return rep(t, uint64(bits)) | inlineBit }

// SpecType is the code of the kind of an object at a path.
type SpecType uint32

// Kinds of objects in a layer.
const (
	Attribute    SpecType = 1
	Prim         SpecType = 6
	Layer        SpecType = 7 // the layer, whose path is "/"
	Relationship SpecType = 8
)

// Specifier is the code of the way in which a prim is declared.
type Specifier uint32

// Ways to declare a prim.
const (
	Def  Specifier = 0
	Over Specifier = 1
)
