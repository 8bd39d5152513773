package export

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"skein/flock/export/crate/cratetest"
	"skein/flock/recording"
)

// layerWords holds the content of a layer as words: each prim under its path, and each property under its
// path and declaration. Numbers have the digits of a float32.
type layerWords map[string]string

var usdWord = regexp.MustCompile(`"(?:\\.|[^"\\])*"|<[^>]*>|@[^@]*@|[-+]?[\d.][-+\d.e]*|true|false`)

// wordsOfText returns the words in a value of a text layer, with values of type quath as half floats.
func wordsOfText(value string, halves bool) string {
	var all []string
	for _, w := range usdWord.FindAllString(value, -1) {
		switch w[0] {
		case '"':
			w, _ = strconv.Unquote(w)
		case '<', '@':
			w = w[1 : len(w)-1]
		case 't', 'f':
			w = map[string]string{"true": "1", "false": "0"}[w]
		default:
			x, _ := strconv.ParseFloat(w, 64)
			if w = number32(x); halves {
				w = number32(nearestHalf(x))
			}
		}
		all = append(all, w)
	}
	return strings.Join(all, " ")
}

func number32(x float64) string { return strconv.FormatFloat(x, 'g', -1, 32) }

func nearestHalf(x float64) float64 {
	k := sort.Search(0x7bff, func(k int) bool { return cratetest.Half(uint16(k)) >= math.Abs(x) })
	high := cratetest.Half(uint16(k))
	if low := cratetest.Half(uint16(max(k-1, 0))); math.Abs(x)-low < high-math.Abs(x) {
		high = low
	}
	return math.Copysign(high, x)
}

func (l layerWords) addText(path string, p *prim) {
	l[path] = strings.TrimSpace(p.specifier + " " + p.kind)
	l[path+" metadata"] = wordsOfText(p.metadata, false)
	for declaration, value := range p.properties {
		l[path+" "+declaration] = wordsOfText(value, false)
		if strings.Contains(declaration, "quath") { // the times of these samples are exact as half floats, too
			l[path+" "+declaration] = wordsOfText(value, true)
		}
	}
	for declaration, details := range p.details {
		l[path+" "+strings.TrimSuffix(declaration, ".timeSamples")+" details"] = wordsOfText(details, false)
	}
	for _, c := range p.children {
		l.addText(path+"/"+c.name, c)
	}
}

func wordsOf(values ...any) string {
	var all []string
	for _, value := range values {
		switch v := value.(type) {
		case nil:
			continue
		case []float64:
			for _, x := range v {
				all = append(all, number32(x))
			}
		case []string:
			all = append(all, v...)
		case cratetest.List:
			all = append(all, v.Items...)
		case cratetest.Samples:
			for k, at := range v.Times {
				all = append(all, number32(at))
				if words := wordsOf(v.Values[k]); words != "" {
					all = append(all, words)
				}
			}
		default:
			all = append(all, fmt.Sprint(v))
		}
	}
	return strings.Join(all, " ")
}

// addBinary adds a prim of a binary layer with all below it, and removes them from specs.
func (l layerWords) addBinary(t *testing.T, path string, specs map[string]cratetest.Spec) {
	t.Helper()
	p, ok := specs[path]
	if !ok || p.Kind != 6 {
		t.Fatalf("%s is no prim", path)
	}
	delete(specs, path)
	kind, _ := p.Fields["typeName"].(string)
	l[path] = strings.TrimSpace([]string{"def", "over"}[p.Fields["specifier"].(int)] + " " + kind)
	f := p.Fields
	l[path+" metadata"] = wordsOf(f["kind"], f["displayName"], f["apiSchemas"], f["instanceable"], f["inheritPaths"])
	properties, _ := f["properties"].([]string)
	for _, name := range properties {
		l.addProperty(t, path, name, specs)
	}
	children, _ := f["primChildren"].([]string)
	for _, name := range children {
		l.addBinary(t, path+"/"+name, specs)
	}
}

func (l layerWords) addProperty(t *testing.T, path, name string, specs map[string]cratetest.Spec) {
	t.Helper()
	p, ok := specs[path+"."+name]
	if !ok {
		t.Fatalf("%s has no property %s", path, name)
	}
	delete(specs, path+"."+name)
	f := p.Fields
	if p.Kind == 8 {
		l[path+" rel "+name] = wordsOf(f["targetPaths"])
		return
	}
	declaration := path + " "
	if f["custom"] == 1 {
		declaration += "custom "
	}
	if f["variability"] == 1 {
		declaration += "uniform "
	}
	declaration += f["typeName"].(string) + " " + name
	if how, ok := f["interpolation"]; ok {
		l[declaration+" details"] = how.(string)
	}
	switch {
	case f["connectionPaths"] != nil:
		l[declaration+".connect"] = wordsOf(f["connectionPaths"])
	case f["timeSamples"] != nil:
		l[declaration+".timeSamples"] = wordsOf(f["timeSamples"])
	default:
		l[declaration] = wordsOf(f["default"])
	}
}

// sameLayers compares a text layer with a binary one, in which each prim and property can be reached from the
// root.
func sameLayers(t *testing.T, text *prim, binary []byte) {
	t.Helper()
	specs, err := cratetest.Read(binary)
	if err != nil {
		t.Fatal(err)
	}
	want, got := layerWords{}, layerWords{}
	for _, p := range text.children {
		want.addText("/"+p.name, p)
	}
	layer := specs["/"]
	for _, name := range layer.Fields["primChildren"].([]string) {
		got.addBinary(t, "/"+name, specs)
	}
	for _, key := range []string{"defaultPrim", "endTimeCode", "framesPerSecond", "metersPerUnit", "startTimeCode", "timeCodesPerSecond", "upAxis"} {
		want["layer "+key], got["layer "+key] = wordsOfText(text.layerValue(t, key), false), wordsOf(layer.Fields[key])
	}
	want["layer doc"], got["layer doc"] = wordsOfText(text.layerValue(t, "doc"), false), wordsOf(layer.Fields["documentation"])
	custom := layer.Fields["customLayerData"].(map[string]any)
	for _, key := range []string{"string scenario", "string seed", "string skein"} {
		want["layer "+key], got["layer "+key] = wordsOfText(text.layerValue(t, key), false), wordsOf(custom[strings.Fields(key)[1]])
	}
	if len(specs) != 1 {
		t.Errorf("%d specs are not below a prim of the layer", len(specs)-1)
	}
	var keys []string
	for key := range want {
		keys = append(keys, key)
	}
	for key := range got {
		if _, ok := want[key]; !ok {
			t.Errorf("only in the binary layer: %s", key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		if value, ok := got[key]; !ok || value != want[key] {
			t.Fatalf("%s is %.200q in the binary layer, and %.200q in the text", key, value, want[key])
		}
	}
}

// Binary layers have the prims, properties and values of text layers.
func TestBinaryUSDIsTheSameAsText(t *testing.T) {
	for name, r := range map[string]*recording.Reader{"plain": recordWorld(t, 20), "hunt": huntRecording(t), "yard": thingsRecording(t), "grown": growingRecording(t)} {
		for _, prims := range []bool{false, true} {
			for _, ending := range []string{"usdc", "usd"} {
				o := Options{Prims: prims, ZUp: true, Scale: 100}
				if name == "hunt" {
					o.Birds = huntModels()
				}
				binary, err := os.ReadFile(exportUSD(t, r, "run."+ending, o))
				if err != nil {
					t.Fatal(err)
				}
				sameLayers(t, readUSDFile(t, exportUSD(t, r, "run.usda", o)), binary)
			}
		}
	}
}

func TestBinaryUSDIsRepeatable(t *testing.T) {
	r := recordWorld(t, 20)
	first, err := os.ReadFile(exportUSD(t, r, "run.usdc", Options{}))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		second, err := os.ReadFile(exportUSD(t, r, "run.usd", Options{}))
		if err != nil {
			t.Fatal(err)
		}
		if string(second) != string(first) {
			t.Fatal("two exports of the same recording differ")
		}
	}
}

// Binary layers put textures into a folder beside them.
func TestBinaryUSDTextures(t *testing.T) {
	path := exportUSD(t, recordWorld(t, 2), "run.usdc", Options{})
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), "run_textures", "bird_00.png")); err != nil {
		t.Error(err)
	}
}
