package recording

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"skein/flock"
)

// decodeCloud decodes a message by the schema in the file, like other programs.
func decodeCloud(t *testing.T, s *mcap.Schema, data []byte) protoreflect.Message {
	t.Helper()
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(s.Data, &set); err != nil {
		t.Fatal(err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	d, err := files.FindDescriptorByName(protoreflect.FullName(s.Name))
	if err != nil {
		t.Fatal(err)
	}
	m := dynamicpb.NewMessage(d.(protoreflect.MessageDescriptor))
	if err := proto.Unmarshal(data, m); err != nil {
		t.Fatal(err)
	}
	if len(m.GetUnknown()) > 0 {
		t.Errorf("%d bytes are not in the schema", len(m.GetUnknown()))
	}
	return m
}

func get(m protoreflect.Message, name string) protoreflect.Value {
	return m.Get(m.Descriptor().Fields().ByName(protoreflect.Name(name)))
}

func checkCloud(m protoreflect.Message, want *flock.Snapshot, nanos uint64) error {
	stamp := get(m, "timestamp").Message()
	if got := get(stamp, "seconds").Int()*1e9 + get(stamp, "nanos").Int(); got != int64(nanos) {
		return fmt.Errorf("timestamp is %d, want %d", got, nanos)
	}
	data, step := get(m, "data").Bytes(), int(get(m, "point_stride").Uint())
	if len(data) != step*want.Len() {
		return fmt.Errorf("there are %d bytes for %d boids of %d bytes each", len(data), want.Len(), step)
	}
	fields := get(m, "fields").List()
	for i := range want.Len() {
		got := map[string]float64{}
		for n := range fields.Len() {
			f := fields.Get(n).Message()
			at := data[i*step+int(get(f, "offset").Uint()):]
			switch kind := get(f, "type").Enum(); kind {
			case 1:
				got[get(f, "name").String()] = float64(at[0])
			case 5:
				got[get(f, "name").String()] = float64(binary.LittleEndian.Uint32(at))
			case 7:
				got[get(f, "name").String()] = float64(math.Float32frombits(binary.LittleEndian.Uint32(at)))
			default:
				return fmt.Errorf("a field has the unknown type %d", kind)
			}
		}
		p, v, u := want.Pos[i], want.Vel[i], want.Up[i]
		for name, x := range map[string]float64{
			"x": float64(p[0]), "y": float64(p[1]), "z": float64(p[2]),
			"vx": float64(v[0]), "vy": float64(v[1]), "vz": float64(v[2]),
			"ux": float64(u[0]), "uy": float64(u[1]), "uz": float64(u[2]),
			"phase": float64(want.Phase[i]), "flags": float64(want.Flags[i]), "id": float64(i),
		} {
			if y, ok := got[name]; !ok || y != x {
				return fmt.Errorf("tick %d, boid %d: %s is %v (present: %v), want %v", want.Tick, i, name, y, ok, x)
			}
		}
	}
	return checkPose(get(m, "pose").Message())
}

// checkPose checks that the pose rotates +Y, which is up in skein, to +Z.
func checkPose(pose protoreflect.Message) error {
	q := get(pose, "orientation").Message()
	x, y, z, w := get(q, "x").Float(), get(q, "y").Float(), get(q, "z").Float(), get(q, "w").Float()
	// The second column of the rotation matrix of a unit quaternion.
	up := [3]float64{2 * (x*y - w*z), 1 - 2*(x*x+z*z), 2 * (y*z + w*x)}
	if math.Abs(up[0])+math.Abs(up[1])+math.Abs(up[2]-1) > 1e-9 {
		return fmt.Errorf("up becomes %v", up)
	}
	return nil
}

// Field numbers and types agree with Foxglove's .proto files. The test has a copy of these.
func TestCloudSchema(t *testing.T) {
	data, err := cloudSchema()
	if err != nil {
		t.Fatal(err)
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(data, &set); err != nil {
		t.Fatal(err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	for message, fields := range map[protoreflect.FullName][]string{
		"foxglove.PointCloud": {"1 message timestamp", "2 string frame_id", "3 message pose",
			"4 fixed32 point_stride", "5 message fields", "6 bytes data"},
		"foxglove.PackedElementField": {"1 string name", "2 fixed32 offset", "3 enum type"},
		"foxglove.Pose":               {"1 message position", "2 message orientation"},
		"foxglove.Vector3":            {"1 double x", "2 double y", "3 double z"},
		"foxglove.Quaternion":         {"1 double x", "2 double y", "3 double z", "4 double w"},
	} {
		d, err := files.FindDescriptorByName(message)
		if err != nil {
			t.Fatal(err)
		}
		all := d.(protoreflect.MessageDescriptor).Fields()
		if all.Len() != len(fields) {
			t.Errorf("%s has %d fields, want %d", message, all.Len(), len(fields))
		}
		for i := range all.Len() {
			f := all.Get(i)
			if got := fmt.Sprintf("%d %v %s", f.Number(), f.Kind(), f.Name()); got != fields[i] {
				t.Errorf("%s has the field %s, want %s", message, got, fields[i])
			}
			if f.IsList() != (f.Name() == "fields") {
				t.Errorf("%s.%s: repeated is %v, want the opposite", message, f.Name(), f.IsList())
			}
		}
	}
}
