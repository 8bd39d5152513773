//go:build browser

package web

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// The tests with the build tag browser need Chromium and pages that skein has exported. make check-web makes
// the pages and sets these variables to the paths of the program and of the pages.
const (
	browserVariable = "SKEIN_CHROMIUM"
	pageVariable    = "SKEIN_WEB_PAGE"
	manyVariable    = "SKEIN_WEB_PAGE_MANY" // a page with a thousand birds
)

// pageTimeout is how long a test waits for a page. It is long, because other programs may use the
// processors at the same time.
const pageTimeout = 3 * time.Minute

type browser struct {
	*testing.T
	ctx      context.Context
	problems []string      // errors, and requests to the network
	opening  time.Duration // processor time that the browser used until the page had three pictures
}

func open(t *testing.T, width, height int64) *browser {
	t.Helper()
	return openVariable(t, pageVariable, width, height)
}

func openVariable(t *testing.T, variable string, width, height int64) *browser {
	t.Helper()
	program, path := os.Getenv(browserVariable), os.Getenv(variable)
	if program == "" || path == "" {
		t.Skip("make check-web runs this test")
	}
	return openFile(t, program, path, width, height)
}

func openFile(t *testing.T, program, path string, width, height int64) *browser {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox,
		chromedp.Flag("use-gl", "angle"), chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("hide-scrollbars", true))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 4*pageTimeout)
	t.Cleanup(cancel)
	b := &browser{T: t, ctx: ctx}
	chromedp.ListenTarget(ctx, b.note)
	b.run(network.Enable(), log.Enable(), emulation.SetDeviceMetricsOverride(width, height, 1, width < 500))
	before := processorTime(t)
	b.run(chromedp.Navigate("file://"+path), chromedp.Poll("globalThis.skein?.pictures > 2 || document.querySelector('.problem')", nil, chromedp.WithPollingTimeout(pageTimeout)))
	b.opening = processorTime(t) - before
	return b
}

func (b *browser) logFirstPicture() {
	b.Helper()
	b.Logf("first picture after %.2f s, of which the browser read the page for %.2f s; three pictures took %.2f s of processor time",
		evaluate[float64](b, "skein.firstPicture / 1000"), evaluate[float64](b, "performance.getEntriesByType('navigation')[0].domInteractive / 1000"), b.opening.Seconds())
}

func (b *browser) note(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, "file://") && !strings.HasPrefix(u, "blob:") && !strings.HasPrefix(u, "data:") {
			b.problems = append(b.problems, "request: "+u)
		}
	case *runtime.EventExceptionThrown:
		b.problems = append(b.problems, "exception: "+e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
			b.problems = append(b.problems, fmt.Sprintf("console: %s", e.Args[0].Value))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			b.problems = append(b.problems, "log: "+e.Entry.Text)
		}
	}
}

func (b *browser) run(actions ...chromedp.Action) {
	b.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.Fatal(err, b.problems)
	}
}

func evaluate[T any](b *browser, expression string) (value T) {
	b.Helper()
	b.run(chromedp.Evaluate(expression, &value, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return value
}

func (b *browser) wait(expression string) {
	b.Helper()
	b.run(chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(pageTimeout)))
}

func (b *browser) press(key string) {
	b.Helper()
	text, _ := json.Marshal(key)
	evaluate[bool](b, fmt.Sprintf("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: %s, bubbles: true, cancelable: true})); true", text))
}

// shot saves a picture of the page for people to look at.
func (b *browser) shot(name string) {
	b.Helper()
	folder := filepath.Join(filepath.Dir(os.Getenv(pageVariable)), "shots")
	var image []byte
	b.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		image, err = page.CaptureScreenshot().Do(ctx)
		return err
	}))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), image, 0o644); err != nil {
		b.Fatal(err)
	}
}

func (b *browser) end() {
	b.Helper()
	if text := evaluate[string](b, "document.querySelector('.problem')?.textContent ?? ''"); text != "" {
		b.Errorf("the page shows the problem %q", text)
	}
	for _, p := range b.problems {
		b.Error(p)
	}
}

func TestBrowserPlaysAndScrubs(t *testing.T) {
	b := open(t, 1280, 720)
	b.logFirstPicture()
	if !evaluate[bool](b, "skein.playing") {
		t.Error("the page does not play when it opens")
	}
	before := evaluate[float64](b, "skein.time")
	b.wait(fmt.Sprintf("skein.time > %g", before+0.2))
	b.press(" ")
	if evaluate[bool](b, "skein.playing") {
		t.Error("Space does not pause")
	}
	at := evaluate[float64](b, "skein.time")
	b.press("ArrowRight")
	if now := evaluate[float64](b, "skein.time"); now-at < 0.9 || now-at > 1.1 {
		t.Errorf("the right arrow moves from %g s to %g s, want a second later", at, now)
	}
	evaluate[bool](b, "(s => { s.value = 2; s.dispatchEvent(new Event('input')); return true })(document.querySelector('.scrub'))")
	b.wait("document.querySelector('.clock').textContent.startsWith('0:02')")
	b.press("+")
	if speed := evaluate[float64](b, "skein.speed"); speed != 2 {
		t.Errorf("after + the speed is %g, want 2", speed)
	}
	b.shot("desktop")
	evaluate[bool](b, "document.querySelector('[aria-label=\"Play\"]').click(); true")
	b.wait("skein.playing && skein.time > 2.1")
	b.end()
}

// clean hides everything but the picture. It stops the flight at a time and waits for the picture of
// that time.
func (b *browser) clean(time float64) {
	b.Helper()
	evaluate[bool](b, fmt.Sprintf(`(async () => {
		if (skein.playing) skein.togglePlay();
		skein.setSharpness(1);
		for (const e of document.querySelectorAll("body > :not(canvas)")) e.style.visibility = "hidden";
		skein.seek(%g);
		for (const to = skein.pictures + 2; skein.pictures < to; skein.redraw()) await new Promise(requestAnimationFrame);
		return true;
	})()`, time))
}

func TestBrowserPicksBirds(t *testing.T) {
	b := open(t, 1000, 640)
	b.press(" ")
	// click on the bird that is farthest from the others
	spot := evaluate[[]float64](b, `(() => {
		const spots = [];
		for (let i = 0; i < 300; i++) { const s = skein.spot(i); if (s) spots.push([i, s.x, s.y]); }
		let best, most = 0;
		for (const a of spots) {
			if (document.elementFromPoint(a[1], a[2]) !== skein.canvas) continue;
			const gap = Math.min(...spots.filter(c => c !== a).map(c => Math.hypot(c[1] - a[1], c[2] - a[2])));
			if (gap > most) [best, most] = [a, gap];
		}
		return best;
	})()`)
	b.run(chromedp.MouseClickXY(spot[1]+3, spot[2]-2))
	if got := evaluate[float64](b, "skein.selected"); got != spot[0] {
		t.Errorf("a click at %v chooses bird %g", spot, got)
	}
	b.wait("!document.querySelector('.card').hidden")
	if text := evaluate[string](b, "document.querySelector('.card h2').textContent"); text != fmt.Sprintf("Bird %g", spot[0]) {
		t.Errorf("the card names %q, want bird %g", text, spot[0])
	}
	if text := evaluate[string](b, "document.querySelector('[role=status]').textContent"); !strings.Contains(text, "metres per second") {
		t.Errorf("the status for screen readers is %q", text)
	}
	b.press("c")
	b.wait("skein.camera.mode === 'follow' && !skein.camera.moving")
	b.shot("follow")
	b.press("e")
	b.wait(fmt.Sprintf("skein.camera.view.hide === %g && !skein.camera.moving", spot[0]))
	b.shot("eye")
	b.press("o")
	b.press("Escape")
	b.run(chromedp.MouseClickXY(5, 300))
	b.press("t")
	b.wait("!skein.camera.moving")
	b.shot("orbit")
	b.end()
}

func TestBrowserFitsAPhone(t *testing.T) {
	b := open(t, 390, 844)
	b.press(" ")
	time.Sleep(time.Second)
	b.shot("phone")
	if text := evaluate[string](b, `(() => {
		for (const e of document.querySelectorAll(".bar button, .bar select, .bar input")) {
			const box = e.getBoundingClientRect();
			if (e.hidden || box.width === 0) continue;
			if (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight) return "outside: " + (e.ariaLabel ?? e.className);
			if (e.tagName === "BUTTON" && (box.width < 36 || box.height < 36)) return "small: " + e.ariaLabel;
			if (e.tagName !== "I" && !e.getAttribute("aria-label")) return "no label: " + e.outerHTML;
		}
		return "";
	})()`); text != "" {
		t.Errorf("a control of the bar is %s", text)
	}
	if wide := evaluate[float64](b, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %g pixels wide, want 390", wide)
	}
	evaluate[bool](b, `document.querySelector('button[aria-label="About this flock"]').click(); true`)
	time.Sleep(time.Second)
	b.shot("phone-about")
	b.run(emulation.SetDeviceMetricsOverride(844, 390, 1, true))
	b.wait("skein.canvas.clientWidth === 844 && Math.abs(skein.canvas.width / skein.canvas.height - 844 / 390) < 0.01")
	b.shot("phone-turned")
	b.end()
}

func TestBrowserSurvivesALostContext(t *testing.T) {
	b := open(t, 640, 400)
	b.clean(1)
	grab := func() []byte {
		var image []byte
		b.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
			image, err = page.CaptureScreenshot().Do(ctx)
			return err
		}))
		return image
	}
	before := grab()
	evaluate[bool](b, `globalThis.lost = skein.canvas.getContext("webgl2").getExtension("WEBGL_lose_context"); lost.loseContext(); true`)
	time.Sleep(300 * time.Millisecond)
	evaluate[bool](b, "lost.restoreContext(); true")
	b.wait(`!skein.canvas.getContext("webgl2").isContextLost()`)
	b.clean(1)
	if after := grab(); string(after) != string(before) {
		t.Error("the picture after the loss of the context differs from the picture before")
	}
	b.end()
}

func TestBrowserRefusesDamagedData(t *testing.T) {
	program, path := os.Getenv(browserVariable), os.Getenv(pageVariable)
	if program == "" || path == "" {
		t.Skip("make check-web runs this test")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "damaged.html")
	if err := os.WriteFile(damaged, []byte(strings.Replace(string(text), `"frames":`, `"frames":9`, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	b := openFile(t, program, damaged, 640, 400)
	if text := evaluate[string](b, "document.querySelector('.problem')?.textContent ?? ''"); !strings.Contains(text, "flight") {
		t.Errorf("the page shows the problem %q", text)
	}
}

func TestBrowserShowsHostileText(t *testing.T) {
	program, path := os.Getenv(browserVariable), os.Getenv(pageVariable)
	if program == "" || path == "" {
		t.Skip("make check-web runs this test")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const hostile = `</script><img src=x onerror="globalThis.stolen=1"><b>x</b>`
	name, _ := json.Marshal(hostile)
	changed := strings.Replace(string(text), `"title":"starlings"`, `"title":`+string(name), 1)
	if changed == string(text) {
		t.Fatal("the page lacks the title starlings")
	}
	file := filepath.Join(t.TempDir(), "hostile.html")
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	b := openFile(t, program, file, 900, 600)
	if got := evaluate[string](b, "document.querySelector('h1').textContent"); got != hostile {
		t.Errorf("the title is %q", got)
	}
	if evaluate[bool](b, "globalThis.stolen !== undefined || document.querySelector('h1 b, body img') !== null") {
		t.Error("the hostile title became markup")
	}
	b.end()
}

// A thousand birds play with at least ten pictures a second on two processors, without a graphics card. The
// test measures processor time, because the machine may be busy.
func TestBrowserIsFastEnough(t *testing.T) {
	b := openVariable(t, manyVariable, 1280, 720)
	if n := evaluate[float64](b, "skein.birds.capacity"); n < 1000 {
		t.Fatalf("the page has %g birds, want at least 1000", n)
	}
	from, used, begin := evaluate[float64](b, "skein.pictures"), processorTime(t), time.Now()
	time.Sleep(8 * time.Second)
	pictures := evaluate[float64](b, "skein.pictures") - from
	each := (processorTime(t) - used).Seconds() / pictures
	t.Logf("%.3f s of processor time for a picture, %.1f pictures per second, %g × %g pixels", each,
		pictures/time.Since(begin).Seconds(), evaluate[float64](b, "skein.canvas.width"), evaluate[float64](b, "skein.canvas.height"))
	if each > 0.2 {
		t.Errorf("a picture takes %.3f s of processor time, want at most 0.2", each)
	}
	b.end()
}

// processorTime returns the processor time of all processes that this test has started. It reads Linux's
// /proc, which counts hundredths of a second.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(all) == 0 {
		t.Fatalf("the processes cannot be listed: %v", err)
	}
	parent, used := map[int]int{}, map[int]int{}
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // the process has ended
		}
		number, rest, _ := strings.Cut(string(text), " (")
		fields := strings.Fields(rest[strings.LastIndex(rest, ")")+1:])
		pid, _ := strconv.Atoi(number)
		parent[pid], _ = strconv.Atoi(fields[1])
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		used[pid] = user + system
	}
	total := 0
	for pid, hundredths := range used {
		for at := parent[pid]; at > 1; at = parent[at] {
			if at == os.Getpid() {
				total += hundredths
				break
			}
		}
	}
	return time.Duration(total) * 10 * time.Millisecond
}
