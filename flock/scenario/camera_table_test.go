package scenario

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

func TestCameraTable(t *testing.T) {
	keys, err := ParseCameraTable("shot.csv", []byte("# matched\nframe, time, PX, py, pz, qw, qx, qy, qz, fov\n1,0,1,2,3,1,0,0,0,30\n2,0.04,1.5,2,3,0.6,0,0.8,0,31.5\n"))
	if err != nil || len(keys) != 2 {
		t.Fatal(keys, err)
	}
	k := keys[1]
	if k.Time != 0.04 || k.Position != (mgl32.Vec3{1.5, 2, 3}) || *k.Orientation != (mgl32.Vec4{0.6, 0, 0.8, 0}) || k.FOV != 31.5 || !k.Linear || k.Cut {
		t.Errorf("the second key is %+v, want the values of the second row", k)
	}
	keys, err = ParseCameraTable("shot.csv", []byte("time,px,py,pz,tx,ty,tz\r\n-1,0,5,9,0,5,0\r\n"))
	if err != nil || len(keys) != 1 || *keys[0].Target != (mgl32.Vec3{0, 5, 0}) || keys[0].FOV != defaultFOV || keys[0].Time != -1 {
		t.Errorf("%+v, %v", keys, err)
	}
}

func TestCameraTableRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "shot.csv:1: must contain the names",
		"time,px,py\n0,1,2\n":           "shot.csv:1: must have the columns time",
		"time,px,py,pz\n0,1,2,3\n":      "shot.csv:1: must have either",
		"time,px,py,pz,tx,ty,tz\n":      "no rows",
		"time,px,py,pz,tx,ty,tz\n0,1,2": "shot.csv:2: pz is missing",
		"time,px,py,pz,tx,ty,tz\n0,1,x,3,4,5,6\n":                   `shot.csv:2: py = "x"`,
		"time,px,py,pz,tx,ty,tz\n0,1,2,NaN,4,5,6\n":                 `pz = "NaN"`,
		"time,px,py,pz,tx,ty,tz\n0,1,2,3,1,2,3\n":                   "target is at the camera's position",
		"time,px,py,pz,tx,ty,tz\n1,1,2,3,4,5,6\n1,1,2,3,4,5,6\n":    "shot.csv:3: time = 1 is not after",
		"time,px,py,pz,qw,qx,qy,qz,fov\n1,1,2,3,1,0,0,0,170\n":      "fov = 170 is out of range",
		"time,px,py,pz,qw,qx,qy,qz,fov\n1,1,2,3,0,0,0,0,40\n":       "not a rotation",
		"time,px,py,pz,qw,qx,qy,qz,tx,ty,tz\n1,1,2,3,1,0,0,0,1,1,1": "must have either",
	} {
		if _, err := ParseCameraTable("shot.csv", []byte(text)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is %v, want %s", text, err, want)
		}
	}
}
