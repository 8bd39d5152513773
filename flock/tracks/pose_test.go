package tracks

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// Tables in DeepLabCut's documented layout: header lines for the scorer, the individuals (if there are
// several), the body parts and the coordinates, then a line for each frame with positions in pixels from the
// top left.
const (
	oneAnimal = `scorer,DLC_resnet50_a,DLC_resnet50_a,DLC_resnet50_a,DLC_resnet50_a,DLC_resnet50_a,DLC_resnet50_a
bodyparts,beak,beak,beak,tail,tail,tail
coords,x,y,likelihood,x,y,likelihood
0,100.0,200.0,0.99,110.0,210.0,0.9
1,150.0,200.0,0.61,160.0,220.0,0.9
2,640.0,480.0,0.59,170.0,230.0,0.9
3,,,,180.0,240.0,0.9
`
	twoAnimals = `scorer,DLC_a,DLC_a,DLC_a,DLC_a,DLC_a,DLC_a,DLC_a,DLC_a,DLC_a
individuals,ada,ada,ada,bob,bob,bob,single,single,single
bodyparts,back,back,back,back,back,back,corner,corner,corner
coords,x,y,likelihood,x,y,likelihood,x,y,likelihood
0,100.0,0.0,0.99,,,,1,2,1
1,200.0,0.0,0.99,300.0,400.0,0.7,1,2,1
2,300.0,0.0,0.99,300.0,500.0,0.7,1,2,1
`
	inSpace = `scorer,a,a,a
bodyparts,back,back,back
coords,x,y,z
0,1,2,3
1,2,4,6
`
)

func TestDeepLabCut(t *testing.T) {
	type at = map[int]mgl32.Vec3
	for name, c := range map[string]struct {
		text  string
		o     Options
		want  []at
		notes []string
	}{
		"one": {oneAnimal, Options{Likelihood: 0.6}, []at{{0: {1, 20, 2}}, {0: {1.5, 20, 2}}}, []string{
			"a DeepLabCut table: the position of a bird is that of its body part beak, one of beak, tail (--bodypart chooses another)",
			"positions skipped because their likelihood is below 0.6: 1 (--likelihood sets the limit)", "a pixel is 0.01 m (--unit sets it)"}},
		"likely": {oneAnimal, Options{Likelihood: 0.5}, []at{{0: {1, 20, 2}}, {0: {1.5, 20, 2}}, {0: {6.4, 20, 4.8}}}, nil},
		"tail":   {oneAnimal, Options{BodyPart: "tail", Unit: 0.1}, []at{{0: {11, 20, 21}}, {0: {16, 20, 22}}, {0: {17, 20, 23}}, {0: {18, 20, 24}}}, nil},
		"two":    {twoAnimals, Options{Likelihood: 0.6}, []at{{0: {1, 20, 0}}, {0: {2, 20, 0}, 1: {3, 20, 4}}, {0: {3, 20, 0}, 1: {3, 20, 5}}}, nil},
		"space":  {inSpace, Options{}, []at{{0: {1, 3, -2}}, {0: {2, 6, -4}}}, nil},
	} {
		c.o.FPS = 10
		tracks, frames := all(t, save(t, "a.csv", c.text), c.o)
		if len(frames) != len(c.want) {
			t.Errorf("%s: there are %d frames, want %d", name, len(frames), len(c.want))
			continue
		}
		for k := range frames {
			got := at{}
			for i, id := range frames[k].IDs {
				got[int(id)] = frames[k].Pos[i]
			}
			if !same(got, c.want[k]) {
				t.Errorf("%s: frame %d: the birds are at %v, want %v", name, k+1, got, c.want[k])
			}
		}
		for _, note := range c.notes {
			if !slices.Contains(tracks.Notes, note) {
				t.Errorf("%s: the notes %q lack %q", name, tracks.Notes, note)
			}
		}
		if name == "two" && !slices.Equal(tracks.Names, [][2]string{{"0", "ada"}, {"1", "bob"}}) {
			t.Errorf("the names are %q", tracks.Names)
		}
	}
}

func same(a, b map[int]mgl32.Vec3) bool {
	for k := range b {
		if _, is := a[k]; !is || a[k].Sub(b[k]).Len() > 1e-6 {
			return false
		}
	}
	return len(a) == len(b)
}

func TestDeepLabCutRefused(t *testing.T) {
	for _, c := range []struct {
		text string
		o    Options
		want string
	}{
		{oneAnimal, Options{}, "give the frames per second with --fps"},
		{oneAnimal, Options{FPS: 10, BodyPart: "wing"}, `no body part "wing": use one of beak, tail`},
		{"id,t,x,y\n1,0,0,0\n", Options{BodyPart: "wing"}, "not a DeepLabCut table; omit --bodypart"},
		{oneAnimal[:strings.Index(oneAnimal, "coords")], Options{FPS: 10}, "must begin with the lines scorer"},
		{strings.Replace(oneAnimal, "coords,x,y", "coords,x,x", 1), Options{FPS: 10}, "column 3 of a DeepLabCut table has an unknown or repeated name: x of beak"},
		{strings.Replace(oneAnimal, "coords,x,y", "coords,x,w", 1), Options{FPS: 10}, "column 3 of a DeepLabCut table has an unknown or repeated name: w of beak"},
		{strings.Replace(oneAnimal, "150.0", "left", 1), Options{FPS: 10}, `:5: x is "left": must be a number`},
		{strings.Replace(oneAnimal, "\n1,", "\nimg1.png,", 1), Options{FPS: 10}, `:5: frame is "img1.png": must be a number`},
		{oneAnimal + "4,1\n", Options{FPS: 10}, "line 8 has 2 columns instead of 7"},
	} {
		path := save(t, "a.csv", c.text)
		if _, err := Read(context.Background(), path, c.o); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("the error is %v, want %s", err, c.want)
		}
	}
}
