package web

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

var scripts = regexp.MustCompile(`(?s)<script([^>]*)>(.*?)</script>`)

func write(t *testing.T, p *Page) string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestHostileTextStaysData(t *testing.T) {
	for _, text := range []string{
		"</script><script>alert(1)</script>", "<!--<script>", "<img src=x onerror=alert(1)>", "]]>", "\u2028\u2029", "&lt;/script&gt;",
	} {
		page := write(t, &Page{
			Program: Viewer(), Lesson: map[string]string{"hint": text},
			Scene: Scene{Title: text, Credit: text, Species: []Species{{Name: text}}, Notes: []string{text}},
		})
		found := scripts.FindAllStringSubmatch(page, -1)
		if len(found) != 3 {
			t.Fatalf("%q: the page has %d scripts, want 3", text, len(found))
		}
		if strings.Contains(page, "<!--") || strings.Contains(page, text) && strings.ContainsAny(text, "<&") {
			t.Errorf("%q is in the page as markup", text)
		}
		var scene Scene
		if err := json.Unmarshal([]byte(found[0][2]), &scene); err != nil || scene.Title != text || scene.Species[0].Name != text {
			t.Errorf("%q: the scene contains %q (error %v)", text, scene.Title, err)
		}
	}
}

func TestPolicyAllowsOnlyThePage(t *testing.T) {
	for _, live := range []bool{false, true} {
		page := write(t, &Page{Program: Viewer(), Live: live})
		policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1]
		hash := func(text string) string {
			sum := sha256.Sum256([]byte(text))
			return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		}
		var program string
		for _, s := range scripts.FindAllStringSubmatch(page, -1) {
			if s[1] == "" {
				program = s[2]
			}
		}
		sheet := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindStringSubmatch(page)[1]
		want := []string{"default-src 'none'", "connect-src 'none'", "style-src " + hash(sheet), "script-src " + hash(program)}
		if live {
			want[3] += " 'wasm-unsafe-eval'"
			want = append(want, "worker-src blob:")
		}
		for _, one := range want {
			if !strings.Contains("; "+policy+"; ", "; "+one+"; ") {
				t.Errorf("live %v: the policy %q lacks %q", live, policy, one)
			}
		}
		if strings.Contains(policy, "http") || strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "*") {
			t.Errorf("live %v: the policy %q is too wide", live, policy)
		}
	}
}

func TestPageRefusesAnUnsafeProgram(t *testing.T) {
	for _, text := range []string{"x = '</script>'", "x = '<!--'", "x = '<SCRIPT'", "a\r\nb"} {
		if err := (&Page{Program: text}).Write(&strings.Builder{}); err == nil {
			t.Errorf("a page with the program %q was written", text)
		}
	}
	if err := (&Page{Data: []Data{{Name: "a\"b"}}}).Write(&strings.Builder{}); err == nil {
		t.Error("a page with a quotation mark in the name of data was written")
	}
}
