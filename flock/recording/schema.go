package recording

import (
	"fmt"

	"github.com/foxglove/mcap/go/mcap"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const (
	flockChannel uint16 = iota + 1
	stateChannel
	eventsChannel
	checkpointChannel
)

const (
	flockTopic      = "flock"
	stateTopic      = "state"
	eventsTopic     = "events"
	checkpointTopic = "checkpoint"
)

const stateSchema = `{"type":"object","properties":{` +
	`"frame":{"type":"integer","description":"number of the frame, from 1"},` +
	`"tick":{"type":"integer","description":"tick that the frame shows"},` +
	`"hash":{"type":"string","description":"state hash, 16 hexadecimal digits"}},` +
	`"required":["frame","tick","hash"]}`

const eventSchema = `{"type":"object","properties":{` +
	`"frame":{"type":"integer","description":"number of the first frame written after the event"},` +
	`"tick":{"type":"integer","description":"tick at which the event happened"},` +
	`"kind":{"type":"string","description":"what happened"},` +
	`"boid":{"type":"integer","description":"boid that the event concerns"},` +
	`"flock":{"type":"integer","description":"index of the flock, from 0; 0 if missing"},` +
	`"x":{"type":"number","description":"eccentricity"},` +
	`"front":{"type":"number","description":"cosine of the front test"},` +
	`"draw":{"type":"number","description":"random draw"},` +
	`"speed":{"type":"number","description":"speed on leaving, m/s; in attack_began, strike and near_miss the hunter's speed"},` +
	`"peak":{"type":"number","description":"largest gap to the nearest boid, m"},` +
	`"seconds":{"type":"number","description":"time since the escape began, s; in reunited events, time since the split"},` +
	`"followers":{"type":"integer","description":"number of boids that followed the leader"},` +
	`"prey":{"type":"integer","description":"boid that the hunter attacked, struck or missed"},` +
	`"distance":{"type":"number","description":"distance to the prey, m: in attack_began the current one, otherwise the smallest"},` +
	`"largest":{"type":"number","description":"share of the flock in its largest part after a split"},` +
	`"second":{"type":"number","description":"share of the flock in its second largest part"},` +
	`"perch":{"type":"string","description":"perch that a bird came to or left"},` +
	`"set":{"type":"object","description":"parameters that an edit changed, by their keys in a scenario file"},` +
	`"params":{"type":"object","description":"all parameters after an edit whose changes are not known"},` +
	`"settings":{"type":"array","description":"properties of things that an edit set: kind and name of the thing, key, value"},` +
	`"surroundings":{"type":"object","description":"all obstacles, paths, places, perches and winds after an edit that added, removed or renamed some"},` +
	`"transition":{"type":"object","description":"how a scheduled change moves a value from this tick on; times in ticks"}},` +
	`"required":["frame","tick","kind","boid"]}`

func writeChannels(w *mcap.Writer) error {
	cloud, err := cloudSchema()
	if err != nil {
		return err
	}
	for _, c := range []struct {
		id              uint16
		topic, encoding string
		name, kind      string
		schema          []byte
	}{
		{flockChannel, flockTopic, "protobuf", "foxglove.PointCloud", "protobuf", cloud},
		{stateChannel, stateTopic, "json", "skein.State", "jsonschema", []byte(stateSchema)},
		{eventsChannel, eventsTopic, "json", "skein.Event", "jsonschema", []byte(eventSchema)},
	} {
		if err := w.WriteSchema(&mcap.Schema{ID: c.id, Name: c.name, Encoding: c.kind, Data: c.schema}); err != nil {
			return err
		}
		if err := w.WriteChannel(&mcap.Channel{ID: c.id, SchemaID: c.id, Topic: c.topic, MessageEncoding: c.encoding}); err != nil {
			return err
		}
	}
	return w.WriteChannel(&mcap.Channel{ID: checkpointChannel, Topic: checkpointTopic, MessageEncoding: "skein"})
}

// cloudSchema returns a FileDescriptorSet of foxglove.PointCloud and the types that it uses, as published by
// Foxglove.
func cloudSchema() ([]byte, error) {
	const (
		double  = descriptorpb.FieldDescriptorProto_TYPE_DOUBLE
		fixed32 = descriptorpb.FieldDescriptorProto_TYPE_FIXED32
		text    = descriptorpb.FieldDescriptorProto_TYPE_STRING
		bytes   = descriptorpb.FieldDescriptorProto_TYPE_BYTES
	)
	numeric := enumOf("NumericType", "UNKNOWN", "UINT8", "INT8", "UINT16", "INT16", "UINT32", "INT32", "FLOAT32", "FLOAT64")
	packed := messageOf("PackedElementField",
		scalar("name", text), scalar("offset", fixed32), enumField("type", ".foxglove.PackedElementField.NumericType"))
	packed.EnumType = append(packed.EnumType, numeric)
	set := &descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{
		protodesc.ToFileDescriptorProto(timestamppb.File_google_protobuf_timestamp_proto),
		fileOf(messageOf("Vector3", scalar("x", double), scalar("y", double), scalar("z", double))),
		fileOf(messageOf("Quaternion", scalar("x", double), scalar("y", double), scalar("z", double), scalar("w", double))),
		fileOf(packed),
		fileOf(messageOf("Pose", ofType("position", ".foxglove.Vector3"), ofType("orientation", ".foxglove.Quaternion")),
			"foxglove/Vector3.proto", "foxglove/Quaternion.proto"),
		fileOf(messageOf("PointCloud",
			ofType("timestamp", ".google.protobuf.Timestamp"), scalar("frame_id", text), ofType("pose", ".foxglove.Pose"),
			scalar("point_stride", fixed32), repeated(ofType("fields", ".foxglove.PackedElementField")), scalar("data", bytes)),
			"foxglove/PackedElementField.proto", "foxglove/Pose.proto", "google/protobuf/timestamp.proto"),
	}}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(set)
	if err != nil {
		return nil, fmt.Errorf("point cloud schema: %w", err)
	}
	return data, nil
}

func fileOf(m *descriptorpb.DescriptorProto, imports ...string) *descriptorpb.FileDescriptorProto {
	return &descriptorpb.FileDescriptorProto{
		Name:    proto.String("foxglove/" + m.GetName() + ".proto"),
		Package: proto.String("foxglove"), Syntax: proto.String("proto3"),
		Dependency: imports, MessageType: []*descriptorpb.DescriptorProto{m},
	}
}

// messageOf returns a message type with fields numbered from 1.
func messageOf(name string, fields ...*descriptorpb.FieldDescriptorProto) *descriptorpb.DescriptorProto {
	for i, f := range fields {
		f.Number = proto.Int32(int32(i + 1))
	}
	return &descriptorpb.DescriptorProto{Name: proto.String(name), Field: fields}
}

func scalar(name string, t descriptorpb.FieldDescriptorProto_Type) *descriptorpb.FieldDescriptorProto {
	return &descriptorpb.FieldDescriptorProto{
		Name: proto.String(name), JsonName: proto.String(jsonName(name)), Type: t.Enum(),
		Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
	}
}

func jsonName(name string) string {
	var out []byte
	for i := 0; i < len(name); i++ {
		if name[i] == '_' && i+1 < len(name) {
			i++
			out = append(out, name[i]-'a'+'A')
			continue
		}
		out = append(out, name[i])
	}
	return string(out)
}

func ofType(name, typeName string) *descriptorpb.FieldDescriptorProto {
	f := scalar(name, descriptorpb.FieldDescriptorProto_TYPE_MESSAGE)
	f.TypeName = proto.String(typeName)
	return f
}

func enumField(name, typeName string) *descriptorpb.FieldDescriptorProto {
	f := scalar(name, descriptorpb.FieldDescriptorProto_TYPE_ENUM)
	f.TypeName = proto.String(typeName)
	return f
}

func repeated(f *descriptorpb.FieldDescriptorProto) *descriptorpb.FieldDescriptorProto {
	f.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
	return f
}

// enumOf returns an enumeration with values numbered from 0.
func enumOf(name string, values ...string) *descriptorpb.EnumDescriptorProto {
	e := &descriptorpb.EnumDescriptorProto{Name: proto.String(name)}
	for i, v := range values {
		e.Value = append(e.Value, &descriptorpb.EnumValueDescriptorProto{Name: proto.String(v), Number: proto.Int32(int32(i))})
	}
	return e
}
