package export

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// The file has the rows of the CSV, and metadata with the units.
func TestParquetAgreesWithCSV(t *testing.T) {
	r := recordWorld(t, 20)
	o := Options{FPS: Whole(24), ZUp: true, Scale: 100, Boids: []Range{{3, 12, 1}}}
	text, err := exportCSV(t, r, o)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.parquet")
	f, err := FormatOf("", path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(context.Background(), path, r, o); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.ReadFile[any](path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	names := strings.Split(lines[0], ",")
	if len(rows) != len(lines)-1 || len(rows) != 160 {
		t.Fatalf("Parquet has %d rows, the CSV %d; want 160 each", len(rows), len(lines)-1)
	}
	for k, row := range rows {
		cells := make([]string, len(names))
		for i, name := range names {
			cells[i] = asCSV(row.(map[string]any)[name])
		}
		if got := strings.Join(cells, ","); got != lines[k+1] {
			t.Fatalf("row %d is\n%s\nbut in the CSV\n%s", k, got, lines[k+1])
		}
	}
	checkAbout(t, path)
}

func asCSV(v any) string {
	switch v := v.(type) {
	case float32:
		return string(appendFloat32(nil, v))
	case float64:
		return string(appendFloat64(nil, v))
	case bool:
		return map[bool]string{true: "1", false: "0"}[v]
	case string:
		return v
	case []byte:
		return string(v)
	case int32:
		return strconv.Itoa(int(v))
	}
	return fmt.Sprintf("%T", v)
}

func checkAbout(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"fps": "24", "up_axis": "z", "seed": "0"} {
		if got, ok := file.Lookup(key); !ok || got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	text, _ := file.Lookup("units")
	var units map[string]string
	if err := json.Unmarshal([]byte(text), &units); err != nil {
		t.Fatal(err)
	}
	if units["px"] != "cm" || units["vz"] != "cm/s" || units["time"] != "s" || units["phase"] != "turns" {
		t.Errorf("units %v", units)
	}
}
