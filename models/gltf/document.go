package gltf

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/specular"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"
)

func supportedExtensions() []string {
	return []string{unlit.ExtensionName, "KHR_mesh_quantization", texturetransform.ExtensionName, specular.ExtensionName, extWebP,
		extMeshopt, extMeshoptKHR, extDraco, extIridescence, extIOR, extEmissiveStrength, extSpecular, extSheen}
}

type rawDocument struct {
	Asset *struct {
		Version    *string `json:"version"`
		MinVersion *string `json:"minVersion"`
	}
	ExtensionsRequired, ExtensionsUsed []string

	Scene                                                          *int
	Accessors, Animations, Buffers, BufferViews, Images, Materials []json.RawMessage
	Meshes, Nodes, Samplers, Scenes, Skins, Textures, Cameras      []json.RawMessage
}

func (l *loader) decodeDocument(text []byte) error {
	text, err := prepareJSON(text)
	if err != nil {
		return err
	}
	var from rawDocument
	err = json.Unmarshal(text, &from)
	var kind *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &kind) {
		return fmt.Errorf("JSON: %w", jsonError(err))
	}
	// The lists of glTF 2 were objects in glTF 1, so report the version instead of the type.
	if fault := from.checkVersion(); fault != nil && (kind == nil || !strings.HasPrefix(strings.ToLower(kind.Field), "asset")) {
		return fault
	}
	if err != nil {
		return fmt.Errorf("JSON: %w", jsonError(err))
	}
	for _, name := range from.ExtensionsUsed {
		l.model.Extensions = append(l.model.Extensions, displayName(name))
	}
	l.requiresDraco = slices.Contains(from.ExtensionsRequired, extDraco)
	for _, name := range from.ExtensionsRequired {
		if !slices.Contains(supportedExtensions(), name) {
			l.warn("requires the extension %s, which is not supported; drawn without the extension", name)
		}
	}
	return l.decodeLists(&from)
}

// concernsLooks reports whether an extension is only about appearance, lights, cameras or metadata. A model
// can be drawn without such an extension. concernsLooks checks the second word of the name, as in
// KHR_materials_clearcoat, KHR_lights_punctual and KHR_texture_basisu.
func concernsLooks(name string) bool {
	words := strings.Split(name, "_")
	return len(words) > 2 && slices.Contains([]string{"materials", "lights", "texture", "camera", "cameras", "environment", "techniques", "packing", "xmp"}, words[1]) ||
		name == "KHR_xmp"
}

// checkVersion returns an error for an unsupported version of glTF, or for a required extension without which
// the model cannot be drawn.
func (t *rawDocument) checkVersion() error {
	if t.Asset == nil || t.Asset.Version == nil {
		return errors.New("asset.version is missing; it must be 2.0")
	}
	if v := *t.Asset.Version; !strings.HasPrefix(v, "2.") {
		return fmt.Errorf("asset.version is %q; it must be 2.0", v)
	}
	if v := t.Asset.MinVersion; v != nil && *v != "2.0" {
		return fmt.Errorf("asset.minVersion is %q; it must be 2.0", *v)
	}
	for _, name := range t.ExtensionsRequired {
		if !slices.Contains(supportedExtensions(), name) && !concernsLooks(name) {
			return fmt.Errorf("requires the extension %s, which is not supported; export without it", name)
		}
	}
	return nil
}

func (l *loader) decodeLists(from *rawDocument) error {
	d := &gltf.Document{Scene: from.Scene}
	l.doc = d
	for _, err := range []error{
		decodeList(&d.Buffers, "buffer", from.Buffers),
		decodeList(&d.BufferViews, "buffer view", from.BufferViews, "buffer", "byteLength"),
		decodeList(&d.Accessors, "accessor", from.Accessors, "componentType", "count", "type"),
		decodeList(&d.Nodes, "node", from.Nodes),
		decodeList(&d.Meshes, "mesh", from.Meshes, "primitives"),
		decodeList(&d.Skins, "skin", from.Skins, "joints"),
		decodeList(&d.Materials, "material", from.Materials),
		decodeList(&d.Textures, "texture", from.Textures),
		decodeList(&d.Images, "image", from.Images),
		decodeList(&d.Samplers, "sampler", from.Samplers),
		decodeList(&d.Scenes, "scene", from.Scenes),
		decodeList(&d.Cameras, "camera", from.Cameras),
	} {
		if err != nil {
			return err
		}
	}
	for i, raw := range from.Animations {
		if err := l.decodeAnimation(raw); err != nil {
			return fmt.Errorf("animation %d: %w", i, err)
		}
	}
	return nil
}

func decodeList[T any](to *[]*T, name string, entries []json.RawMessage, required ...string) error {
	*to = make([]*T, len(entries))
	for i, raw := range entries {
		if err := checkVectorLengths(raw); err != nil {
			return fmt.Errorf("%s %d: %w", name, i, err)
		}
		(*to)[i] = new(T)
		if err := decodeObject((*to)[i], raw, required...); err != nil {
			return fmt.Errorf("%s %d: %w", name, i, err)
		}
		entries[i] = nil // frees the memory of a data URI, which can be long
	}
	return nil
}

// checkVectorLengths returns an error for vectors of the wrong length, which Go's decoder would pad or
// truncate.
func checkVectorLengths(raw json.RawMessage) error {
	var lengths struct {
		Matrix, Rotation, Scale, Translation listLength
		PBRMetallicRoughness                 struct{ BaseColorFactor listLength }
	}
	if json.Unmarshal(raw, &lengths) != nil {
		return nil // the decoder reports it with its index
	}
	for _, v := range []struct {
		name          string
		lengths, want int
	}{
		{"matrix", int(lengths.Matrix), 16}, {"rotation", int(lengths.Rotation), 4}, {"scale", int(lengths.Scale), 3},
		{"translation", int(lengths.Translation), 3}, {"baseColorFactor", int(lengths.PBRMetallicRoughness.BaseColorFactor), 4},
	} {
		if v.lengths != 0 && v.lengths != v.want {
			return fmt.Errorf("%s has %d numbers instead of %d", v.name, v.lengths, v.want)
		}
	}
	return nil
}

// listLength is the length of a JSON list, or 0 if there is no list. An empty list counts as 1.
type listLength int

func (n *listLength) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		*n = listLength(bytes.Count(data, []byte(",")) + 1)
	}
	return nil
}

func decodeObject(to any, raw json.RawMessage, required ...string) error {
	if string(raw) == "null" {
		return errors.New("null instead of an object")
	}
	if len(required) > 0 {
		var present map[string]presence
		if err := json.Unmarshal(raw, &present); err != nil {
			return jsonError(err)
		}
		for _, name := range required {
			if !present[name] {
				return fmt.Errorf("no %s", name)
			}
		}
	}
	return jsonError(json.Unmarshal(raw, to))
}

type presence bool

func (p *presence) UnmarshalJSON(data []byte) error {
	*p = string(data) != "null"
	return nil
}

// jsonError replaces an error of Go's JSON decoder by one that does not mention Go types.
func jsonError(err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		what := fmt.Sprintf("%s instead of %s", kind.Value, jsonTypeName(kind.Type))
		if number, ok := strings.CutPrefix(kind.Value, "number "); ok && overflows(number, kind.Type) {
			what = fmt.Sprintf("%s is out of range", number)
		}
		if kind.Field == "" {
			return errors.New(what)
		}
		return fmt.Errorf("%s: %s", strings.ToLower(kind.Field[:1])+kind.Field[1:], what)
	case errors.As(err, &syntax):
		return fmt.Errorf("%w at byte %d", err, syntax.Offset)
	}
	return errors.New(strings.TrimPrefix(err.Error(), "gltf: "))
}

func overflows(number string, want reflect.Type) bool {
	switch want.Kind() {
	case reflect.Float32, reflect.Float64:
		return true
	}
	return want.ConvertibleTo(reflect.TypeFor[int]()) && !strings.ContainsAny(number, ".eE")
}

func jsonTypeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return jsonTypeName(t.Elem())
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "an integer"
}
