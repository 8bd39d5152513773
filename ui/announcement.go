//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"image"
	"strconv"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/metrics"
)

// Durations of an announcement, in seconds of real time. After announcementLeast, another announcement may
// replace it.
const (
	announcementComes = 0.3
	announcementStays = 7
	announcementGoes  = 1.5
	announcementLeast = 4
)

const (
	announcedShare = 0.1 // smallest fraction of the flock that must follow the leader
	announcedFew   = 3   // smallest number of boids that must follow the leader
	announcedAge   = 8   // largest age of the escape, in seconds of simulated time
)

// ringMetres is the radius of the ring around the leader, in metres. On the screen, the radius is limited to
// the range from ringSmallest to ringLargest, in ems.
const ringMetres = 0.5

const ringSmallest, ringLargest = 0.7, 3

// announcement is a sentence over the picture that names a leading bird and counts its followers. Each escape
// is announced at most once.
type announcement struct {
	escape    flock.OpenEscape
	shown     bool
	over      bool
	onTop     bool // it is at the upper edge, because the picture is small or handles are at the lower edge
	joined    bool // the boid no longer leads, but its escape is still open
	whole     bool // the text counts the followers of the whole escape, because a recording is shown
	startTime float64
	tick      int64
}

// update decides once per frame which escape is announced. now is real time in s. share returns the fraction
// of the flock that follows the leader of an escape.
func (a *announcement) update(now float64, tick int64, tickRate int, escapes []flock.OpenEscape, share func(*flock.OpenEscape) float64) {
	if tick < a.tick {
		*a = announcement{} // the flock was restarted or went back in time
	}
	a.tick = tick
	a.count(escapes)
	if a.shown && now-a.startTime < announcementComes+announcementLeast {
		return
	}
	next := flock.OpenEscape{}
	for _, e := range escapes {
		fresh := e.Began > a.escape.Began && tick-e.Began <= announcedAge*int64(tickRate)
		if fresh && e.Followers >= announcedFew && e.Followers > next.Followers && share(&e) >= announcedShare {
			next = e
		}
	}
	if next.Followers > 0 {
		from := now
		if a.opacity(now) > 0.5 {
			from -= announcementComes // the new text replaces the old one without fading in
		}
		a.escape, a.shown, a.over, a.joined, a.startTime = next, true, false, false, from
	}
}

func (a *announcement) count(escapes []flock.OpenEscape) {
	if !a.shown {
		return
	}
	a.over = true
	for _, e := range escapes {
		if e.Boid == a.escape.Boid && e.Began == a.escape.Began {
			a.escape, a.over = e, false
		}
	}
}

func (a *announcement) close(entries []metrics.Entry) {
	if !a.shown || !a.over {
		return
	}
	for k := len(entries) - 1; k >= 0; k-- {
		e := &entries[k]
		if e.Kind == metrics.Escapes && e.Boid == a.escape.Boid && e.Tick == a.escape.Began && e.HasEnded() {
			a.escape.Followers, a.escape.WaveSpeed = e.Followers, e.WaveSpeed
			return
		}
	}
}

func (a *announcement) opacity(now float64) float32 {
	if !a.shown {
		return 0
	}
	age := now - a.startTime
	return float32(min(max(age/announcementComes, 0), max((announcementStays+announcementGoes-age)/announcementGoes, 0), 1))
}

// text returns the sentences of the announcement. If brief is true, they leave out the speed of the turn.
func (a *announcement) text(flockName string, brief bool) string {
	e, leads, follow, spreads, within := &a.escape, "leads", "follow", "spreads", ""
	if e.Followers == 1 {
		follow = "follows"
	}
	if a.over || a.joined {
		leads, follow, spreads = "led", "followed", "spread"
	}
	if a.whole && !a.over {
		within = " during its escape"
	}
	if flockName != "" {
		flockName = " (" + flockName + ")"
	}
	text := fmt.Sprintf("Boid %d%s %s. %s %s%s", e.Boid, flockName, leads, birdsText(e.Followers), follow, within)
	if e.WaveSpeed > 0 && !brief {
		text += fmt.Sprintf(", and the turn %s at %.0f m/s", spreads, e.WaveSpeed)
	}
	return text + "."
}

// WithCommas formats a number that is not negative with commas, such as 12,345.
func WithCommas(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return WithCommas(n/1000) + fmt.Sprintf(",%03d", n%1000)
}

func (p *Panel) announce(s *State) {
	if s.Silent {
		p.announcement = announcement{tick: s.Snapshot.Tick, escape: flock.OpenEscape{Began: s.Snapshot.Tick}}
		return
	}
	p.announcement.update(imgui.Time(), s.Snapshot.Tick, s.Snapshot.TickRate, s.Escapes, func(e *flock.OpenEscape) float64 {
		from, to := s.Snapshot.Range(e.Flock)
		return float64(e.Followers) / float64(max(to-from, 1))
	})
	p.announcement.close(s.Study.Entries)
	slot, ok := s.Snapshot.Index(p.announcement.escape.Boid)
	p.announcement.joined = !ok || s.Snapshot.Flags[slot]&flock.Leading == 0
	p.announcement.whole, p.announcement.onTop = s.playsRecording(), false
	seen := p.announcement.opacity(imgui.Time())
	if seen == 0 || imgui.InternalTopMostAndVisiblePopupModal().CData != nil {
		return // a dialog dims the picture, but not this text
	}
	p.ring(s, p.announcement.escape.Boid, seen)
	flockName := ""
	if len(s.Species) > 1 {
		flockName = s.FlockLabel(p.announcement.escape.Flock)
	}
	em, scale, small := imgui.FontSize(), float32(1.25), isSmall(s.Picture, imgui.FontSize())
	if small {
		scale = 1 // large letters would cover the flock
	}
	imgui.PushFont(imgui.CurrentFont(), scale*imgui.CurrentStyle().FontSizeBase())
	defer imgui.PopFont()
	text := wrap(p.announcement.text(flockName, small), float32(s.Picture.Dx())-2*em, textWidth)
	size := imgui.CalcTextSize(text)
	padding := imgui.CurrentStyle().WindowPadding()
	box := imgui.Vec2{X: size.X + 2*padding.X, Y: size.Y + 2*padding.Y}
	position, pivot := announcementPlace(s.Picture, p.strip.height, p.strip.right, box.X, em)
	if p.coversHandles(position.X-pivot.X*box.X, position.Y-pivot.Y*box.Y, box) {
		position, pivot = announcementTop(s.Picture, p.strip.area, em)
	}
	if p.announcement.onTop = pivot.Y == 0; p.announcement.onTop && p.Message() != "" {
		return // a message is shown at this place
	}
	imgui.SetNextWindowPosV(position, imgui.CondAlways, pivot)
	imgui.SetNextWindowBgAlpha(overPicture * seen) // the style's alpha does not apply to a background with its own alpha
	imgui.PushStyleVarFloat(imgui.StyleVarAlpha, seen)
	imgui.PushStyleVarFloat(imgui.StyleVarWindowBorderSize, 0)
	imgui.SetNextWindowContentSize(size) // otherwise the window would have the size of the last frame's text
	imgui.BeginV("##announcement", nil, passiveText)
	imgui.InternalBringWindowToDisplayBack(imgui.InternalCurrentWindow())
	write(text)
	p.mark("announcement")
	imgui.End()
	imgui.PopStyleVarV(2)
}

// announcementPlace returns the position and the pivot of the announcement's window, in screen units. The
// announcement is above the strip. In a small picture, it is beside the strip or, if there is no room, at the
// upper edge. wide is its width, and right is the strip's right edge.
func announcementPlace(picture image.Rectangle, stripHigh, right, wide, em float32) (position, pivot imgui.Vec2) {
	middle, end := float32(picture.Min.X+picture.Max.X)/2, float32(picture.Max.X)-0.8*em
	switch start := right + 0.4*em; {
	case !isSmall(picture, em) || stripHigh == 0:
		return imgui.Vec2{X: middle, Y: float32(picture.Max.Y) - stripHigh - stripGap(picture, em)}, imgui.Vec2{X: 0.5, Y: 1}
	case wide <= end-start:
		return imgui.Vec2{X: (start + end) / 2, Y: float32(picture.Max.Y) - 0.8*em}, imgui.Vec2{X: 0.5, Y: 1}
	}
	return announcementTop(picture, image.Rectangle{}, em)
}

// announcementTop returns the position and the pivot of the announcement's window at the upper edge, or below
// the strip if that is there.
func announcementTop(picture, strip image.Rectangle, em float32) (position, pivot imgui.Vec2) {
	top := float32(picture.Min.Y) + 0.8*em
	if !strip.Empty() && float32(strip.Min.Y) < top+em {
		top = float32(strip.Max.Y) + 0.4*em
	}
	return imgui.Vec2{X: float32(picture.Min.X+picture.Max.X) / 2, Y: top}, imgui.Vec2{X: 0.5}
}

func (p *Panel) ring(s *State, boid int, opacity float32) {
	if where, present := s.ShownAt(boid); present {
		p.ringAt(s, where, opacity)
	}
}

func (p *Panel) ringAt(s *State, where mgl32.Vec3, opacity float32) {
	if s.Shown.Pixels.X == 0 {
		return
	}
	x, y, depth, ok := s.Shown.View.Project(where, s.Shown.Pixels.X, s.Shown.Pixels.Y)
	density := float32(s.Shown.Pixels.X) / float32(max(s.Picture.Dx(), 1))
	pixel := image.Pt(int(x/density), int(y/density)).Add(s.Picture.Min)
	if !ok || !pixel.In(s.Picture) {
		return
	}
	em, paint := imgui.FontSize(), imgui.BackgroundDrawListV(imgui.MainViewport())
	centre := imgui.Vec2{X: float32(s.Picture.Min.X) + x/density, Y: float32(s.Picture.Min.Y) + y/density}
	nearby := ringMetres / depth * s.Shown.View.Projection(1)[5] * float32(s.Picture.Dy()) / 2
	radius := min(max(ringSmallest*em, nearby), ringLargest*em)
	colour, dark := present().leader, imgui.Vec4{W: 0.7 * opacity}
	colour.W = opacity
	paint.AddCircleV(centre, radius, imgui.ColorConvertFloat4ToU32(dark), 0, 0.3*em)
	paint.AddCircleV(centre, radius, imgui.ColorConvertFloat4ToU32(colour), 0, 0.13*em)
	if p.Probe != nil {
		p.Probe["announcement.ring"] = image.Rectangle{Min: pixel, Max: pixel}.Inset(-int(radius))
	}
}
