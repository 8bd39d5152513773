package scenario

import (
	"math"
	"strings"
	"testing"
)

// Any text as a camera file, TOML or a table, gives a valid path or an error of one line.
func FuzzCamera(f *testing.F) {
	f.Add([]byte("version = 1\n[[key]]\ntime = 0\nposition = [0, 2, 9]\ntarget = [0, 0, 0]\n[[key]]\ntime = 1.5\nposition = [1, 2, 3]\norientation = [0.7, 0, 0.7, 0]\nfov = 30\ncut = true\n"))
	f.Add([]byte("time,px,py,pz,qw,qx,qy,qz,fov\n0,1,2,3,1,0,0,0,40\n1,2,2,3,0.7,0,0.7,0,40\n"))
	f.Add([]byte("# from a matched shot\ntime,px,py,pz,tx,ty,tz\n0,1,2,3,0,0,0\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, parse := range []func(string, []byte) ([]CameraKey, error){ParseCamera, ParseCameraTable} {
			keys, err := parse("f.toml", data)
			if err != nil {
				if strings.ContainsAny(err.Error(), "\n\r\x1b") || len(err.Error()) > 1000 {
					t.Fatalf("the error is not one short line: %q", err)
				}
				continue
			}
			checkKeys(t, keys)
		}
	})
}

func checkKeys(t *testing.T, keys []CameraKey) {
	t.Helper()
	if len(keys) == 0 {
		t.Fatal("there are no keys, but no error")
	}
	for k, key := range keys {
		if math.IsNaN(float64(key.Time)) || math.IsInf(float64(key.Time), 0) || k > 0 && key.Time <= keys[k-1].Time {
			t.Fatalf("key %d is at %v s, want after %v s", k, key.Time, keys[max(k-1, 0)].Time)
		}
	}
}
