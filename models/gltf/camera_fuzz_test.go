package gltf

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func FuzzCamera(f *testing.F) {
	f.Add([]byte(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"camera":0,"translation":[1,2,3]}],"cameras":[{"type":"perspective","perspective":{"yfov":0.8,"znear":0.1}}]}`))
	f.Add([]byte(`{"asset":{"version":"2.0"},"nodes":[{"camera":7}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "f.gltf")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		keys, err := LoadCamera(path)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r\x1b") {
				t.Fatalf("the error is not one line: %q", err)
			}
			return
		}
		for k := range keys {
			if k > 0 && !(keys[k].Seconds > keys[k-1].Seconds) {
				t.Fatalf("key %d is at %v s, want after %v s", k, keys[k].Seconds, keys[k-1].Seconds)
			}
		}
	})
}
