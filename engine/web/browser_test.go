package web

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
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

// The tests in this file need Chromium and a page that skein has exported. make check-web makes the page and
// sets these variables to the paths of the program and the page.
const (
	browserVariable = "SKEIN_CHROMIUM"
	pageVariable    = "SKEIN_WEB_PAGE"
)

// browser is a page in Chromium.
type browser struct {
	*testing.T
	ctx      context.Context
	problems []string // errors, and requests to the network
}

// open opens the page that make check-web has exported, from disk.
func open(t *testing.T, width, height int64) *browser {
	t.Helper()
	program, path := os.Getenv(browserVariable), os.Getenv(pageVariable)
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
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	b := &browser{T: t, ctx: ctx}
	chromedp.ListenTarget(ctx, b.note)
	b.run(network.Enable(), log.Enable(), emulation.SetDeviceMetricsOverride(width, height, 1, width < 500))
	b.run(chromedp.Navigate("file://"+path), chromedp.Poll("globalThis.skein?.pictures > 2 || document.querySelector('.problem')", nil, chromedp.WithPollingTimeout(2*time.Minute)))
	return b
}

// note keeps errors and requests to the network.
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

// evaluate returns the value of an expression in JavaScript.
func evaluate[T any](b *browser, expression string) (value T) {
	b.Helper()
	b.run(chromedp.Evaluate(expression, &value, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return value
}

// wait waits until an expression is true.
func (b *browser) wait(expression string) {
	b.Helper()
	b.run(chromedp.Poll(expression, nil, chromedp.WithPollingTimeout(30*time.Second)))
}

// press presses a key.
func (b *browser) press(key string) {
	b.Helper()
	text, _ := json.Marshal(key)
	evaluate[bool](b, fmt.Sprintf("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: %s, bubbles: true, cancelable: true})); true", text))
}

// shot saves a picture of the page, for people to look at.
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

// end checks that nothing went wrong.
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
	t.Logf("first picture after %.2f s", evaluate[float64](b, "skein.firstPicture / 1000"))
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
