//go:build browser

package web

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"skein/flock"
	"skein/flock/scenario"
)

// The page in the variable lessonVariable is a lesson of the scene "paper" with lessonBirds birds.
const (
	lessonVariable = "SKEIN_LESSON_PAGE"
	lessonBirds    = 120
)

func openLesson(t *testing.T, width, height int64) *browser {
	t.Helper()
	program, path := os.Getenv(browserVariable), os.Getenv(lessonVariable)
	if program == "" || path == "" {
		t.Skip("make check-web runs this test")
	}
	return openFile(t, program, path, width, height)
}

type state struct{ Tick, Hash string }

func (b *browser) stateAfter(tick int) (s state) {
	b.Helper()
	b.wait(fmt.Sprintf("Number(document.querySelector('.state').dataset.tick) >= %d", tick))
	return evaluate[state](b, "({Tick: document.querySelector('.state').dataset.tick, Hash: document.querySelector('.state').dataset.hash})")
}

// hashAt returns the hash of the lesson's scene at a tick. It simulates the scene on this machine with
// the given seed.
func hashAt(t *testing.T, seed uint64, tick string) string {
	t.Helper()
	sc, err := scenario.Builtin("paper")
	if err != nil {
		t.Fatal(err)
	}
	if err := sc.Params.Set("count", lessonBirds); err != nil {
		t.Fatal(err)
	}
	if seed > 0 {
		sc.Seed = seed
	}
	w, err := flock.NewWorld(sc.Def())
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(tick)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		w.Step()
	}
	return fmt.Sprintf("%016x", w.Hash())
}

func (b *browser) click(text string) {
	b.Helper()
	if !evaluate[bool](b, fmt.Sprintf("(e => { e?.click(); return e !== undefined })([...document.querySelectorAll('button')].find(e => e.textContent === %q))", text)) {
		b.Fatalf("there is no button %s", text)
	}
}

func (b *browser) slide(key, value string) {
	b.Helper()
	evaluate[bool](b, fmt.Sprintf(`(s => { s.value = %q; s.dispatchEvent(new Event("input", {bubbles: true})); return true })(document.querySelector('[data-key="%s"] input[type=range]'))`, value, key))
}

// The flock in the page has the same states as a simulation on this machine, until a slider changes
// the flock. A restart with another seed gives the flight of that seed.
func TestBrowserLessonAgreesWithTheDesktop(t *testing.T) {
	b := openLesson(t, 1280, 800)
	b.logFirstPicture()
	if s := b.stateAfter(45); s.Hash != hashAt(t, 0, s.Tick) {
		t.Errorf("at tick %s the page's hash is %s, want %s", s.Tick, s.Hash, hashAt(t, 0, s.Tick))
	}
	b.slide("cohesion", "0.2")
	b.wait(`document.querySelector('[data-key="cohesion"]').classList.contains("changed") && document.querySelector('[data-key="cohesion"] input[type=number]').value === "0.2"`)
	at, _ := strconv.Atoi(b.stateAfter(0).Tick)
	if s := b.stateAfter(at + 30); s.Hash == hashAt(t, 0, s.Tick) {
		t.Error("a changed slider does not change the flock")
	}
	b.shot("lesson")
	b.click("Reset")
	b.wait(`!document.querySelector('[data-key="cohesion"]').classList.contains("changed")`)
	evaluate[bool](b, `(s => { s.value = "7"; s.dispatchEvent(new Event("change")); return true })(document.querySelector(".seed input"))`)
	b.wait("Number(document.querySelector('.state').dataset.tick) < 30")
	if s := b.stateAfter(20); s.Hash != hashAt(t, 7, s.Tick) {
		t.Errorf("with the seed 7, the page's hash at tick %s is %s, want %s", s.Tick, s.Hash, hashAt(t, 7, s.Tick))
	}
	b.end()
}

// The page explains why a leader left: the leader passed every test. The buttons A and B store two
// settings.
func TestBrowserLessonExplainsAndCompares(t *testing.T) {
	b := openLesson(t, 1280, 800)
	const value = `document.querySelector('[data-key="leadership"] input[type=number]').value`
	before := evaluate[string](b, value)
	b.click("B")
	b.slide("leadership", "0.9")
	b.wait("skein.show.source.events.some(e => e.kind === 'began')")
	b.click("Select a leader")
	b.wait(`document.querySelector(".why h3")?.textContent.endsWith("Why did it leave?")`)
	if rows := evaluate[[]string](b, `[...document.querySelectorAll(".tests tbody tr")].map(r => r.lastElementChild.textContent)`); len(rows) < 3 {
		t.Errorf("the tests of a leader are %q", rows)
	} else {
		for _, r := range rows {
			if r != "✓ yes" {
				t.Errorf("a bird left, but the page says of its tests %q", rows)
			}
		}
	}
	evaluate[bool](b, `document.querySelector(".why").scrollIntoView(); true`)
	b.shot("lesson-why")
	const answer = `document.querySelector(".why").textContent`
	read := evaluate[string](b, answer)
	at, _ := strconv.Atoi(b.stateAfter(0).Tick)
	b.stateAfter(at + 20)
	if now := evaluate[string](b, answer); now != read {
		t.Errorf("while one reads, the text becomes %q, want %q", now, read)
	}
	b.click("Ask again")
	b.wait(fmt.Sprintf("%s !== %q", answer, read))
	b.click("A")
	b.wait(fmt.Sprintf("%s === %q", value, before))
	evaluate[bool](b, "document.querySelector('.panel').scrollTop = 0; document.activeElement.blur(); true")
	b.press("y")
	b.wait("document.querySelector('.panel').scrollTop > 50")
	b.click("B")
	b.wait(value + ` === "0.9"`)
	b.end()
}

func TestBrowserLessonFrightens(t *testing.T) {
	b := openLesson(t, 1000, 700)
	b.click("Frighten")
	const x, y = 380, 330
	evaluate[bool](b, fmt.Sprintf(`globalThis.near = () => [...Array(%d).keys()].map(k => skein.spot(k)).filter(s => s !== undefined && Math.hypot(s.x + skein.canvas.getBoundingClientRect().left - %d, s.y - %d) < 40).length; true`, lessonBirds, x, y))
	b.run(chromedp.MouseEvent(input.MouseMoved, x, y))
	b.wait("document.querySelector('.threat i').hidden === false")
	time.Sleep(time.Second)
	b.wait("near() === 0")
	b.shot("lesson-threat")
	b.click("Frighten")
	b.end()
}

func TestBrowserLessonFitsAPhone(t *testing.T) {
	b := openLesson(t, 390, 844)
	// The page opens with the first step of the lesson, below the picture, and has all its buttons.
	for what, where := range map[string]string{
		"the first step": ".step", "Next": ".step .next", "Help": `button[aria-label="Keys and gestures"]`, "Full screen": `button[aria-label="Full screen"]`,
	} {
		if !evaluate[bool](b, fmt.Sprintf(`(e => { const r = e.getBoundingClientRect(); return r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && e.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)); })(document.querySelector(%q))`, where)) {
			b.Errorf("%s cannot be seen when the page opens", what)
		}
	}
	if shown := evaluate[float64](b, "document.querySelector('.panel').getBoundingClientRect().top - skein.canvas.getBoundingClientRect().bottom"); shown < -1 {
		b.Errorf("the panel covers %g pixels of the picture", -shown)
	}
	b.stateAfter(30)
	b.shot("lesson-phone")
	if wide := evaluate[float64](b, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %g pixels wide, want 390", wide)
	}
	if out := evaluate[string](b, `[...document.querySelectorAll(".panel button, .panel input, .bar button")].filter(e => e.offsetWidth > 0 && (e.getBoundingClientRect().right > 391 || e.getBoundingClientRect().left < -1)).map(e => e.textContent + e.ariaLabel).join()`); out != "" {
		t.Errorf("outside the screen: %s", out)
	}
	b.run(emulation.SetDeviceMetricsOverride(844, 390, 1, true))
	time.Sleep(500 * time.Millisecond)
	b.shot("lesson-phone-turned")
	b.end()
}
