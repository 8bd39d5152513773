package param

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// MarshalJSON writes the parameters under the keys of [Values.Specs], as in a scenario file. It writes all
// parameters of the model's own rules, and the parameters of its guests that differ from [List.Own].
// ReadJSON reads the same bits back.
func (p Values) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for _, s := range p.Specs() {
		if s.Untouched(&p) {
			continue
		}
		value, err := json.Marshal(s.Value(&p))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Key, err)
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", s.Key, value)
	}
	return slices.Concat([]byte("{"), b.Bytes(), []byte("}")), nil
}

// ReadJSON reads parameters by the keys of [Values.Specs]. Other parameters keep their values. An unknown key
// is an error unless ignore returns true for it, and so is a value of the wrong kind. ReadJSON does not check
// ranges.
func (p *Values) ReadJSON(data []byte, ignore func(key string) bool) error {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(data, &values); err != nil {
		return err
	}
	for _, s := range p.Specs() {
		if value, ok := values[s.Key]; ok {
			if err := s.fromJSON(p, value); err != nil {
				return fmt.Errorf("%s is %.40s: %w", s.Key, value, err)
			}
			delete(values, s.Key)
		}
	}
	for key := range values {
		if ignore(key) {
			continue
		}
		return fmt.Errorf("unknown parameter %.40q", key)
	}
	return nil
}

func (s *Spec) fromJSON(p *Values, value []byte) (err error) {
	switch {
	case s.Float != nil:
		x, err := strconv.ParseFloat(string(value), 32)
		*s.Float(p) = float32(x)
		return err
	case s.Int != nil:
		*s.Int(p), err = strconv.Atoi(string(value))
		return err
	case s.Bool != nil:
		return json.Unmarshal(value, s.Bool(p))
	case s.Points != nil:
		return curveFromJSON(s.Points(p), value)
	}
	var name string
	if err := json.Unmarshal(value, &name); err != nil {
		return err
	}
	k := slices.Index(s.Options, name)
	if k < 0 {
		return fmt.Errorf("must be one of %v", s.Options)
	}
	_, set := s.Choice(p)
	set(k)
	return nil
}

func curveFromJSON(c *Curve, value []byte) error {
	var pairs [][2]float32
	if err := json.Unmarshal(value, &pairs); err != nil {
		return err
	}
	if len(pairs) > MaxPoints {
		return fmt.Errorf("at most %d points are allowed", MaxPoints)
	}
	*c = CurveThrough(pairs)
	return nil
}

// PartJSON writes the parameters with the given keys, in the form of MarshalJSON.
func (p *Values) PartJSON(keys []string) ([]byte, error) {
	values := map[string]any{}
	for _, key := range keys {
		values[key] = p.Value(key)
	}
	return json.Marshal(values)
}

// SetJSON sets one parameter to a value in JSON. It does not check the range.
func (p *Values) SetJSON(key string, value []byte) error {
	spec, ok := p.Spec(key)
	if !ok {
		return fmt.Errorf("unknown parameter %.40q", key)
	}
	return spec.fromJSON(p, value)
}
