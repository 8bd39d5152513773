package tracks

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/flock"
)

// Any table of tracks gives birds with finite numbers, or an error of one line.
func FuzzRead(f *testing.F) {
	f.Add([]byte("id,t,x,y,z\n1,0,0,0,0\n1,0.1,1,0,0\n2,0,0,5,0\n2,0.1,0,5,1\n"), false)
	f.Add([]byte("frame\tbird\tpx\tpy\tpz\tvx\tvy\tvz\n1\ta\t0\t0\t0\t1\t0\t0\n2\ta\t1\t0\t0\t1\t0\t0\n"), false)
	f.Add([]byte("time,id,x,y,z,species\n2020-01-01T00:00:00Z,x,1,2,3,gull\n2020-01-01T00:00:01Z,x,1,2,4,gull\n"), false)
	f.Add([]byte("id,date,time,x,y\n1,2020-01-01,23:59:59.5,0,0\n1,2020-01-02,0:00:00,1,0\n"), false)
	f.Add([]byte("scorer,a,a,a\nbodyparts,b,b,b\ncoords,x,y,likelihood\n0,1,2,0.9\n1,2,2,0.9\n"), false)
	f.Add([]byte(trexText), false)
	f.Add([]byte("time,missing,X,Y\nnan,0,1,2\n,0,1,2\n"), false)
	f.Add([]byte("PAR1\x15\x04\x15\x00PAR1"), true)
	f.Fuzz(func(t *testing.T, data []byte, parquet bool) {
		if len(data) > 1<<16 {
			return
		}
		name := "f.csv"
		if parquet {
			name = "f.parquet"
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, o := range []Options{{}, {FPS: 30, Skip: true}} {
			all, err := Read(context.Background(), path, o)
			if err != nil {
				if strings.ContainsAny(err.Error(), "\n\r\x1b") {
					t.Fatalf("the error is not one line: %q", err)
				}
				continue
			}
			checkTracks(t, all)
		}
	})
}

func checkTracks(t *testing.T, all *Tracks) {
	t.Helper()
	var s flock.Snapshot
	for n := range min(all.Frames, 50) {
		all.Frame(n, &s)
		seen := map[int32]bool{}
		for k := range s.Len() {
			if p := s.Pos[k]; p.Sub(p).Len() != 0 {
				t.Fatalf("frame %d: bird %d is at %v, which is not finite", n, k, p)
			}
			if v := s.Vel[k]; v.Sub(v).Len() != 0 {
				t.Fatalf("frame %d: bird %d flies at %v, which is not finite", n, k, v)
			}
			if id := int32(s.ID(k)); seen[id] {
				t.Fatalf("frame %d contains bird %d twice", n, id)
			} else {
				seen[id] = true
			}
		}
	}
}
