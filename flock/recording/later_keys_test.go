package recording

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"regexp"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario"
)

// laterKeys were added to the rules of starlings later. Older flocks flew as if they had these values, which
// are not the model's present ones.
var laterKeys = map[string]any{
	"leadership": 0, "leadership_crowd": 0, "turn_agree": 0, "turn_others": 1, "outward_spacing": 0,
	"projection_match": 0, "projection_crowd": 0, "dodge": 0, "mood_rest": 2,
}

// withoutLaterKeys removes the laterKeys from the parameters in a checkpoint.
func withoutLaterKeys(t *testing.T, data []byte) []byte {
	t.Helper()
	const name = len("skein world") + 2
	le := binary.LittleEndian
	n := name + 4 + int(le.Uint32(data[name:]))
	var head, params map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(data[name+4:n], &head), json.Unmarshal(head["params"], &params)); err != nil {
		t.Fatal(err)
	}
	for key := range laterKeys {
		delete(params, key)
	}
	head["params"], _ = json.Marshal(params)
	text, err := json.Marshal(head)
	if err != nil {
		t.Fatal(err)
	}
	out := le.AppendUint32(append([]byte{}, data[:name]...), uint32(len(text)))
	out = append(append(out, text...), data[n:len(data)-4]...)
	return le.AppendUint32(out, crc32.Checksum(out, crc32.MakeTable(crc32.Castagnoli)))
}

// A recording from before some parameters existed simulates to the same bits. In a scenario file, missing
// parameters have the model's values.
func TestRecordingWithoutLaterKeys(t *testing.T) {
	sc, err := scenario.Builtin("starlings")
	if err != nil {
		t.Fatal(err)
	}
	for key, x := range laterKeys {
		if sc.Params = model.With(sc.Params, key, x); sc.Params.Value(key) == sc.Params.Model().Params().Value(key) {
			t.Fatalf("the model's value of %s is %v; the test needs another", key, x)
		}
	}
	sc.Params = model.With(sc.Params, "count", 60)
	def := sc.Def()
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	resumed, err := flock.Resume(withoutLaterKeys(t, w.Checkpoint()), 1, flock.Auto, model.Starlings())
	if err != nil {
		t.Fatal(err)
	}
	for range 60 {
		w.Step()
		resumed.Step()
	}
	if w.Hash() != resumed.Hash() || resumed.Params() != w.Params() {
		t.Errorf("the resumed flight differs; parameters that differ: %q", differences(resumed.Params(), w.Params()))
	}

	text := sc.TOML()
	for key := range laterKeys {
		text = regexp.MustCompile(`(?m)^`+key+` =.*\n`).ReplaceAll(text, nil)
	}
	recorded, err := scenario.ParseRecorded("old", text)
	if err != nil || recorded.Params != sc.Params {
		t.Errorf("the recording's scene: error %v, parameters that differ: %q", err, differences(recorded.Params, sc.Params))
	}
	file, err := scenario.Parse("file", text)
	if err != nil || len(differences(file.Params, sc.Params)) != len(laterKeys) {
		t.Errorf("the scenario file: error %v, parameters that differ: %q, want those of %v", err, differences(file.Params, sc.Params), laterKeys)
	}

	values := map[string]any{}
	data, _ := json.Marshal(sc.Params)
	_ = json.Unmarshal(data, &values)
	for key := range laterKeys {
		delete(values, key)
	}
	data, _ = json.Marshal(values)
	edit := storedEvent{Params: data}
	if p, err := edit.paramsAfter(model.Starlings().Params()); err != nil || p != sc.Params {
		t.Errorf("an edit: error %v, parameters that differ: %q", err, differences(p, sc.Params))
	}
}

func differences(a, b flock.Params) []string { return a.Differences(&b) }
