package gltf

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/qmuntal/gltf"
)

// decodeAnimation decodes an animation. It leaves out channels with unknown interpolation, and channels whose
// target belongs to an extension.
func (l *loader) decodeAnimation(raw json.RawMessage) error {
	var from struct {
		Name               string
		Channels, Samplers []json.RawMessage
	}
	if err := decodeObject(&from, raw); err != nil {
		return err
	}
	out := &gltf.Animation{Name: from.Name}
	unknown := takeUnknownInterpolations(from.Samplers)
	if err := decodeList(&out.Samplers, "sampler", from.Samplers, "input", "output"); err != nil {
		return err
	}
	for k, raw := range from.Channels {
		ch := new(gltf.AnimationChannel)
		if path := l.unknownPath(raw); path != "" {
			l.warn("animation %d: channel %d animates %q, which is not supported; left out", len(l.doc.Animations), k, path)
			ch = nil
		} else if err := decodeObject(ch, raw, "sampler", "target"); err != nil {
			return fmt.Errorf("channel %d: %w", k, err)
		} else if name, ok := unknown[ch.Sampler]; ok {
			l.warn("animation %d: channel %d has the unknown interpolation %s; left out", len(l.doc.Animations), k, name)
			ch = nil
		}
		out.Channels = append(out.Channels, ch)
	}
	l.doc.Animations = append(l.doc.Animations, out)
	return nil
}

func (l *loader) unknownPath(raw json.RawMessage) string {
	var ch struct{ Target struct{ Path string } }
	err := json.Unmarshal(raw, &ch)
	if path := ch.Target.Path; err == nil && !slices.Contains([]string{"translation", "rotation", "scale", "weights"}, path) {
		return path
	}
	return ""
}

// takeUnknownInterpolations removes interpolations that glTF does not define, so that samplers can be
// decoded. It returns them as JSON, by sampler.
func takeUnknownInterpolations(samplers []json.RawMessage) map[int]string {
	unknown := map[int]string{}
	for k, raw := range samplers {
		var sampler map[string]json.RawMessage
		if json.Unmarshal(raw, &sampler) != nil {
			continue // the decoder reports it with its index
		}
		name := string(sampler["interpolation"])
		if slices.Contains([]string{"", `"LINEAR"`, `"STEP"`, `"CUBICSPLINE"`}, name) {
			continue
		}
		delete(sampler, "interpolation")
		if rest, err := json.Marshal(sampler); err == nil {
			samplers[k], unknown[k] = rest, displayName(name)
		}
	}
	return unknown
}
