package tracks

import (
	"fmt"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// Without heights, tracks are in a plane at 20 m or the given height, with x east and y north. Empty heights
// get the given height.
func TestPlane(t *testing.T) {
	seven := 7.3
	for name, c := range map[string]struct {
		text string
		o    Options
		want [2]mgl32.Vec3
		note string
	}{
		"x and y": {"id,t,x,y\n1,0,1,2\n1,0.5,2,4\n", Options{}, [2]mgl32.Vec3{{1, 20, -2}, {2, 20, -4}}, "the table has no heights, so all birds are at 20 m (--height changes this)"},
		"given":   {"id,t,x,y\n1,0,1,2\n1,0.5,2,4\n", Options{Height: &seven}, [2]mgl32.Vec3{{1, 7.3, -2}, {2, 7.3, -4}}, "the table has no heights, so all birds are at 7.3 m (--height changes this)"},
		"in feet": {"id,t,x,y\n1,0,10,20\n1,0.5,20,40\n", Options{Height: &seven, Unit: 0.3048}, [2]mgl32.Vec3{{3.048, 7.3, -6.096}, {6.096, 7.3, -12.192}}, "the table has no heights, so all birds are at 7.3 m (--height changes this)"},
		"empty":   {"id,t,x,y,z\n1,0,1,2,\n1,0.5,2,4,11\n", Options{Height: &seven}, [2]mgl32.Vec3{{1, 7.3, -2}, {2, 11, -4}}, "1 of 2 rows have no height; they are at 7.3 m"},
		"y up":    {"id,t,x,y,z\n1,0,1,NaN,2\n1,0.5,2,11,4\n", Options{Height: &seven, Up: "y"}, [2]mgl32.Vec3{{1, 7.3, 2}, {2, 11, 4}}, "1 of 2 rows have no height; they are at 7.3 m"},
		"height":  {"id,t,x,y,height\n1,0,1,2,5\n1,0.5,2,4,6\n", Options{}, [2]mgl32.Vec3{{1, 5, -2}, {2, 6, -4}}, ""},
	} {
		tracks, frames := all(t, save(t, "a.csv", c.text), c.o)
		got := [2]mgl32.Vec3{frames[0].Pos[0], frames[1].Pos[0]}
		if want := slices.DeleteFunc([]string{c.note}, func(s string) bool { return s == "" }); got != c.want || !slices.Equal(tracks.Notes, want) {
			t.Errorf("%s: the bird is at %v, want %v; the notes are %q, want %q", name, got, c.want, tracks.Notes, want)
		}
	}
}

// In a plane, velocities without vz are level. With vx = 3t² the cubic is exact.
func TestVelocitiesInAPlane(t *testing.T) {
	text := "id,t,x,y,vx,vy\n"
	for k := range 3 {
		at := float64(k)
		text += fmt.Sprintf("1,%v,%v,0,%v,0\n", at, at*at*at, 3*at*at)
	}
	_, frames := all(t, save(t, "a.csv", text), Options{FPS: 2})
	if p, v := frames[3].Pos[0], frames[3].Vel[0]; p != (mgl32.Vec3{3.375, 20, 0}) || v != (mgl32.Vec3{6.75, 0, 0}) {
		t.Errorf("at 1.5 s the bird is at %v with %v m/s, want x = 3.375 m and 6.75 m/s", p, v)
	}
}

// A Movebank table without heights gives tracks in a plane. A hundredth of a degree of latitude at 45° north
// is 1111.3 m (published tables of WGS 84).
func TestMovebankWithoutHeights(t *testing.T) {
	_, frames := all(t, save(t, "a.csv", `event-id,visible,timestamp,location-long,location-lat,sensor-type,individual-taxon-canonical-name,tag-local-identifier,individual-local-identifier,study-name
1,true,2011-05-05 06:00:00.000,7.0,44.995,gps,Columba livia,t1,"Ada",s
2,true,2011-05-05 06:00:01.000,7.0,44.995,gps,Columba livia,t1,"Ada",s
3,true,2011-05-05 06:00:00.000,7.0,45.005,gps,Columba livia,t2,"Bob",s
4,true,2011-05-05 06:00:01.000,7.0,45.005,gps,Columba livia,t2,"Bob",s
`), Options{})
	apart := positionOf(t, &frames[0], 1).Sub(positionOf(t, &frames[0], 0))
	if apart.Sub(mgl32.Vec3{0, 0, -1111.317}).Len() > 0.03 || frames[0].Pos[0][1] != 20 {
		t.Errorf("the birds are %v apart at %v m, want 1111.3 m to the north at 20 m", apart, frames[0].Pos[0][1])
	}
}
