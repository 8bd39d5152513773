package models

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

// understood are the extensions that a file may require.
func understood() []string {
	return []string{unlit.ExtensionName, "KHR_mesh_quantization", texturetransform.ExtensionName, specular.ExtensionName, webp,
		iridescence, ior, strength, mirroring, fuzz}
}

// top is a document before its lists are looked into.
type top struct {
	Asset *struct {
		Version    *string `json:"version"`
		MinVersion *string `json:"minVersion"`
	}
	ExtensionsRequired, ExtensionsUsed []string

	Scene                                                          *int
	Accessors, Animations, Buffers, BufferViews, Images, Materials []json.RawMessage
	Meshes, Nodes, Samplers, Scenes, Skins, Textures, Cameras      []json.RawMessage
}

// document decodes a document's JSON.
func (l *loader) document(text []byte) error {
	text, err := tidied(text)
	if err != nil {
		return err
	}
	var from top
	err = json.Unmarshal(text, &from)
	var kind *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &kind) {
		return fmt.Errorf("JSON: %w", plain(err))
	}
	// glTF 1 has objects where there are lists now; that is told by its version.
	if fault := from.version(); fault != nil && (kind == nil || !strings.HasPrefix(strings.ToLower(kind.Field), "asset")) {
		return fault
	}
	if err != nil {
		return fmt.Errorf("JSON: %w", plain(err))
	}
	for _, name := range from.ExtensionsUsed {
		l.model.Extensions = append(l.model.Extensions, label(name))
	}
	return l.lists(&from)
}

// version refuses other glTF versions and extensions that cannot be left out.
func (t *top) version() error {
	if t.Asset == nil || t.Asset.Version == nil {
		return errors.New("no asset.version; want 2.0")
	}
	if v := *t.Asset.Version; !strings.HasPrefix(v, "2.") {
		return fmt.Errorf("asset.version %q; want 2.0", v)
	}
	if v := t.Asset.MinVersion; v != nil && *v != "2.0" {
		return fmt.Errorf("asset.minVersion %q; want 2.0", *v)
	}
	for _, name := range t.ExtensionsRequired {
		if !slices.Contains(understood(), name) {
			return fmt.Errorf("requires the extension %s, which is not supported; export without it", name)
		}
	}
	return nil
}

// lists decodes the document's lists.
func (l *loader) lists(from *top) error {
	d := &gltf.Document{Scene: from.Scene}
	l.doc = d
	for _, err := range []error{
		list(&d.Buffers, "buffer", from.Buffers),
		list(&d.BufferViews, "buffer view", from.BufferViews, "buffer", "byteLength"),
		list(&d.Accessors, "accessor", from.Accessors, "componentType", "count", "type"),
		list(&d.Nodes, "node", from.Nodes),
		list(&d.Meshes, "mesh", from.Meshes, "primitives"),
		list(&d.Skins, "skin", from.Skins, "joints"),
		list(&d.Materials, "material", from.Materials),
		list(&d.Textures, "texture", from.Textures),
		list(&d.Images, "image", from.Images),
		list(&d.Samplers, "sampler", from.Samplers),
		list(&d.Scenes, "scene", from.Scenes),
		list(&d.Cameras, "camera", from.Cameras),
	} {
		if err != nil {
			return err
		}
	}
	for i, raw := range from.Animations {
		if err := l.animation(raw); err != nil {
			return fmt.Errorf("animation %d: %w", i, err)
		}
	}
	return nil
}

// list decodes the entries of one of the document's lists, which must be objects
// with certain properties.
func list[T any](to *[]*T, name string, entries []json.RawMessage, required ...string) error {
	*to = make([]*T, len(entries))
	for i, raw := range entries {
		if err := wholeVectors(raw); err != nil {
			return fmt.Errorf("%s %d: %w", name, i, err)
		}
		(*to)[i] = new(T)
		if err := object((*to)[i], raw, required...); err != nil {
			return fmt.Errorf("%s %d: %w", name, i, err)
		}
		entries[i] = nil // a data URI may be long
	}
	return nil
}

// wholeVectors refuses an object with vectors of too few or too many numbers,
// which Go fills up or cuts.
func wholeVectors(raw json.RawMessage) error {
	var have struct {
		Matrix, Rotation, Scale, Translation numbers
		PBRMetallicRoughness                 struct{ BaseColorFactor numbers }
	}
	if json.Unmarshal(raw, &have) != nil {
		return nil // is told with its place when it is decoded
	}
	for _, v := range []struct {
		name       string
		have, want int
	}{
		{"matrix", int(have.Matrix), 16}, {"rotation", int(have.Rotation), 4}, {"scale", int(have.Scale), 3},
		{"translation", int(have.Translation), 3}, {"baseColorFactor", int(have.PBRMetallicRoughness.BaseColorFactor), 4},
	} {
		if v.have != 0 && v.have != v.want {
			return fmt.Errorf("%s: a list of %d; want %d numbers", v.name, v.have, v.want)
		}
	}
	return nil
}

// numbers is the length of a list of numbers, 1 for an empty one; 0: there is none.
type numbers int

// UnmarshalJSON counts.
func (n *numbers) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		*n = numbers(bytes.Count(data, []byte(",")) + 1)
	}
	return nil
}

// object decodes an object with certain properties.
func object(to any, raw json.RawMessage, required ...string) error {
	if string(raw) == "null" {
		return errors.New("it is null")
	}
	if len(required) > 0 {
		var have map[string]property
		if err := json.Unmarshal(raw, &have); err != nil {
			return plain(err)
		}
		for _, name := range required {
			if !have[name] {
				return fmt.Errorf("no %s", name)
			}
		}
	}
	return plain(json.Unmarshal(raw, to))
}

// property says that a property is there and not null.
type property bool

// UnmarshalJSON looks at no more than whether data is null.
func (p *property) UnmarshalJSON(data []byte) error {
	*p = string(data) != "null"
	return nil
}

// animation decodes an animation. Channels that move what only an extension
// knows are left out.
func (l *loader) animation(raw json.RawMessage) error {
	var from struct {
		Name               string
		Channels, Samplers []json.RawMessage
	}
	if err := object(&from, raw); err != nil {
		return err
	}
	out := &gltf.Animation{Name: from.Name}
	if err := list(&out.Samplers, "sampler", from.Samplers, "input", "output"); err != nil {
		return err
	}
	for k, raw := range from.Channels {
		ch := new(gltf.AnimationChannel)
		if path := l.pathOf(raw); path != "" {
			l.warn("animation %d: channel %d moves %q; left out", len(l.doc.Animations), k, path)
			ch = nil
		} else if err := object(ch, raw, "sampler", "target"); err != nil {
			return fmt.Errorf("channel %d: %w", k, err)
		}
		out.Channels = append(out.Channels, ch)
	}
	l.doc.Animations = append(l.doc.Animations, out)
	return nil
}

// pathOf is the path of a channel that glTF itself does not know, else "".
func (l *loader) pathOf(raw json.RawMessage) string {
	var ch struct{ Target struct{ Path string } }
	err := json.Unmarshal(raw, &ch)
	if path := ch.Target.Path; err == nil && !slices.Contains([]string{"translation", "rotation", "scale", "weights"}, path) {
		return path
	}
	return ""
}

// plain says what is wrong with JSON without speaking of Go.
func plain(err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind):
		what := fmt.Sprintf("%s where %s is wanted", kind.Value, inWords(kind.Type))
		if number, ok := strings.CutPrefix(kind.Value, "number "); ok && beyond(number, kind.Type) {
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

// beyond says that a number is of the kind wanted but too large or too small.
func beyond(number string, want reflect.Type) bool {
	switch want.Kind() {
	case reflect.Float32, reflect.Float64:
		return true
	}
	return want.ConvertibleTo(reflect.TypeFor[int]()) && !strings.ContainsAny(number, ".eE")
}

// inWords names a type as JSON has it.
func inWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return inWords(t.Elem())
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
}
