package scenario

import (
	"fmt"
	"strings"
	"testing"
)

// A file keeps the models of birds, their shares and settings, in the first and in another flock.
func TestModelsOfBirds(t *testing.T) {
	const text = `version = 1
base = "murmuration"
[bird]
shares = [3, 1, 2]
files = ["gull", "a/b.glb", "goose"]
forward = "x"
[[flock]]
species = "others"
[flock.bird]
files = ["starling", "falcon"]
`
	for range 2 {
		s, err := Parse("dir/scene.toml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		second, err := Parse("dir/scene.toml", s.TOML())
		if err != nil {
			t.Fatalf("%v in\n%s", err, s.TOML())
		}
		if second.Bird != s.Bird || second.Others[0].Bird != s.Others[0].Bird {
			t.Errorf("a saved scene has the birds %+v and %+v, want %+v and %+v", second.Bird, second.Others[0].Bird, s.Bird, s.Others[0].Bird)
		}
		if got := fmt.Sprint(s.Bird.Files(), s.Bird.AllShares(), s.Others[0].Bird.Files(), s.Others[0].Bird.AllShares()); got != "[gull a/b.glb goose] [3 1 2] [starling falcon] [1 1]" {
			t.Errorf("the birds are %s", got)
		}
		one := WithModel(s, 1)
		if one.BirdPath() != "dir/a/b.glb" || one.Bird.Forward != "x" || len(one.Bird.Files()) != 1 {
			t.Errorf("model 2 is %+v with the path %s", one.Bird, one.BirdPath())
		}
		if got := fmt.Sprint(s.Files()); got != "[dir/a/b.glb]" {
			t.Errorf("the scene's files are %s", got)
		}
	}
}

// A scene with one model is written with the key file.
func TestOneModel(t *testing.T) {
	s, err := Parse("scene.toml", []byte("version = 1\n[bird]\nfiles = [\"gull\"]\nshares = [9]\n"))
	if err != nil {
		t.Fatal(err)
	}
	if text := string(s.TOML()); !strings.Contains(text, `file = "gull"`) || strings.Contains(text, "files =") || strings.Contains(text, "shares =") {
		t.Errorf("the scene is written as\n%s", text)
	}
}

func TestModelsErrors(t *testing.T) {
	nine := `["a", "b", "c", "d", "e", "f", "g", "h", "i"]`
	for text, want := range map[string]string{
		"file = \"gull\"\nfiles = [\"a\"]":               "s.toml:4: bird.files and bird.file cannot be used together; remove one of them",
		"files = []":                                     "s.toml:3: bird.files = [] must be a list of models, such as [\"a.glb\", \"b.glb\"]",
		"files = [\"gull\", \"\"]":                       "s.toml:3: bird.files = [\"gull\", \"\"] must be a list of models, such as [\"a.glb\", \"b.glb\"]",
		"files = \"gull\"":                               "s.toml:3: bird.files = \"gull\" must be a list of names, such as [\"hawk\"]",
		"files = " + nine:                                "s.toml:3: bird.files = […9 values…] has too many models: at most 8 are allowed",
		"files = [\"gull\", \"goose\"]\nshares = [1]":    "s.toml:4: bird.shares must have an entry for each model (entries: 1, models: 2)",
		"shares = [1, 2]":                                "s.toml:3: bird.shares must have an entry for each model (entries: 2, models: 1)",
		"files = [\"gull\", \"goose\"]\nshares = [1, 0]": "s.toml:4: bird.shares number 2 = 0 is out of range 1 to 1000",
		"files = [\"gull\", \"goose\"]\nshares = 3":      "s.toml:4: bird.shares = 3 must be a list of whole numbers, such as [3, 1]",
	} {
		if _, err := Parse("s.toml", []byte("version = 1\n[bird]\n"+text+"\n")); err == nil || err.Error() != want {
			t.Errorf("%s: the error is %v, want %s", text, err, want)
		}
	}
}
