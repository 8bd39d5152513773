package studio

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/model"
	"skein/flock/rules"
	"skein/flock/scenario/testscene"
)

// The points at which rays meet a plane equal values computed by hand. The camera is 10 m above the
// ground and looks along -Z with a vertical angle of 90°. So in a picture of 200×100 pixels, the
// horizon is in the middle, and the lower edge looks down at 45°.
func TestRayMeetsPlane(t *testing.T) {
	v := frame.View{Eye: mgl32.Vec3{3, 10, 5}, Rotation: mgl32.QuatIdent(), FovY: math.Pi / 2}
	up, back := mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, 1}
	for _, c := range []struct {
		x, y          float32
		point, normal mgl32.Vec3
		want          mgl32.Vec3
		ok            bool
	}{
		{100, 100, mgl32.Vec3{}, up, mgl32.Vec3{3, 0, -5}, true},
		{150, 100, mgl32.Vec3{7, 0, 9}, up, mgl32.Vec3{13, 0, -5}, true},
		{100, 50, mgl32.Vec3{1, 2, -15}, back, mgl32.Vec3{3, 10, -15}, true},
		{50, 75, mgl32.Vec3{1, 2, -15}, back, mgl32.Vec3{-17, 0, -15}, true},
		{100, 50, mgl32.Vec3{}, up, mgl32.Vec3{}, false},                     // the ray runs along the plane
		{100, 20, mgl32.Vec3{}, up, mgl32.Vec3{}, false},                     // the ray points into the sky
		{100, 50, mgl32.Vec3{0, 0, 20}, back, mgl32.Vec3{}, false},           // the point is behind the camera
		{0, 100, mgl32.Vec3{0, -10, 0}, up, mgl32.Vec3{-37, -10, -15}, true}, // a lower plane
	} {
		got, ok := intersectPlane(v.Eye, v.Ray(c.x, c.y, 200, 100), c.point, c.normal)
		if ok != c.ok || ok && !testflight.Close(got, c.want, 1e-4) {
			t.Errorf("pixel %v, %v: the place is %v, found %v; want %v, %v", c.x, c.y, got, ok, c.want, c.ok)
		}
	}
}

func brundage(t *testing.T) *Studio {
	t.Helper()
	def := testscene.Def("brundage")
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := New(w, def, testflight.Alike())
	s.Controls.Show.Speed = 1
	s.Rig.Elevation, s.Rig.Distance = 1.5, 640
	s.Rig.Anchor = &mgl32.Vec3{0, 10, 0}
	return s
}

// In a flat world, the pointer frightens boids. They fear the place in their plane that is under
// the pointer. After the pointer has left the picture, they fear nothing. The fear is not an edit
// and is not saved. It ends when the option is switched off.
func TestPointerFrightens(t *testing.T) {
	s := brundage(t)
	now := 0.0
	frame := func(x, y float32, over bool) {
		t.Helper()
		s.Frame(image.Pt(320, 180), 1, camera.Drive{})
		if err := s.Pointer(x, y, over); err != nil {
			t.Fatal(err)
		}
		now += 1.0 / 30
		if _, err := s.Advance(now); err != nil {
			t.Fatal(err)
		}
	}
	frame(200, 60, true)
	if before := s.world.Params(); before.Bool("fear_present") {
		t.Fatal("the pointer is feared before it is switched on")
	}
	own := s.def.Params
	c := s.Controls
	c.Frightens = true
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	frame(200, 60, true)
	p := s.world.Params()
	pos := mgl32.Vec3{p.Float("fear_x"), p.Float("fear_y"), p.Float("fear_z")}
	x, y, _, ok := s.Shown().View.Project(pos, 320, 180)
	if !p.Bool("fear_present") || !ok || num.Abs(x-200) > 0.1 || num.Abs(y-60) > 0.1 || num.Abs(pos[1]-s.cur.Pos[0][1]) > 1e-3 {
		t.Errorf("the feared point is %v, seen at %v, %v; want 200, 60 at the flock's height", pos, x, y)
	}
	if p != s.Controls.Params || s.ParamsToSave()[0] != own {
		t.Error("the panel does not show the present parameters, or a saved scene would contain the pointer")
	}
	if err := s.Do(Undo, 1); err != errNoUndo {
		t.Errorf("Undo gives the error %v, want errNoUndo", err)
	}

	c = s.Controls
	c.Params = model.With(c.Params, "fear_weight", -3)
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	frame(100, 90, true)
	if err := s.Do(Undo, 1); err != nil {
		t.Fatal(err)
	}
	if q := s.world.Params(); q.Float("fear_weight") != own.Float("fear_weight") || !q.Bool("fear_present") || q.Float("fear_x") == p.Float("fear_x") {
		t.Errorf("after undo, the feared x is %v and the weight %v, want both restored and the pointer feared", q.Float("fear_x"), q.Float("fear_weight"))
	}
	frame(0, 0, false)
	if q := s.world.Params(); q.Bool("fear_present") {
		t.Error("the pointer is feared outside the picture")
	}
	frame(100, 90, true)
	s.Controls.Frightens = false
	frame(100, 90, true)
	if s.world.Params() != own {
		t.Error("the pointer is feared after it was switched off")
	}
}

func TestPointerNeedsFearRule(t *testing.T) {
	m, err := flock.NewModel(flock.ModelDef{
		Name: "fearless", Count: 5, Sight: flock.Sight{Vision: 4, Nearest: 7, FieldOfView: 360, LonelyRange: 12},
		Speeds: flock.Speeds{MaxSpeed: 6}, Space: flock.Space{BoundsSize: 60}, Flight: flock.Flight{Wingspan: 1, FlapRate: 5, BankTime: 0.3, GlideSink: 0.3},
		Rules: []flock.Rule{&rules.Wind{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	def := flock.Def{TickRate: 30, Flock: flock.Flock{Params: m.Params()}}
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := New(w, def, testflight.Alike())
	c := s.Controls
	c.Frightens = true
	if err := s.Set(c, Done); err != ErrFearless || s.Controls.Frightens {
		t.Errorf("switching it on gives the error %v, frightens is %v; want ErrFearless and false", err, s.Controls.Frightens)
	}
}
