//go:build cgo && !nowindow

package ui

import (
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/ui/guide"
)

type guideWindow struct {
	drawer
	pages  []guide.Page
	page   guide.Page
	blocks []guide.Block
	search string
	turned bool // scroll to the top or to the found words in the next frame
	found  bool
}

const guideListWidth = 13

func (g *guideWindow) turn(name string) bool {
	page, ok := guide.Find(name)
	if ok {
		g.page, g.blocks, g.turned, g.found = page, page.Blocks(), true, false
	}
	return ok
}

func (p *Panel) openGuide(name string) {
	p.hidden = false
	p.guide.raise()
	p.guide.turn(name)
}

func (p *Panel) guideWindow(_ *State, o *Outcome) {
	g := &p.guide
	if !g.open {
		return
	}
	if g.pages == nil {
		g.pages = guide.Pages()
	}
	if g.page.Name == "" {
		g.turn("window")
	}
	p.floatingDrawer("Guide", &g.drawer, imgui.Vec2{X: 58, Y: 40}, func() {
		p.guideList(g)
		imgui.SameLine()
		p.guideText(g, o)
	})
}

func (p *Panel) guideList(g *guideWindow) {
	if imgui.BeginChildStrV("##pages", imgui.Vec2{X: guideListWidth * imgui.FontSize()}, imgui.ChildFlags(imgui.ChildFlagsNone), 0) {
		imgui.SetNextItemWidth(-1)
		if imgui.InputTextWithHint("##search", "search the guide", &g.search, 0, nil) {
			g.turnToMatch()
		}
		p.mark("guide.search")
		section := ""
		for i := range g.pages {
			page := &g.pages[i]
			if !g.finds(page) {
				continue
			}
			if page.Section != section {
				section = page.Section
				writeGrey(section)
			}
			if selectable(page.Title+"##"+page.Name, page.Name == g.page.Name, 0, imgui.Vec2{}) {
				g.turn(page.Name)
				g.found = g.search != ""
			}
			p.mark("guide.page." + page.Name)
			hint(page.Summary)
		}
		if section == "" {
			writeGrey("No results")
		}
	}
	imgui.EndChild()
}

func (g *guideWindow) finds(page *guide.Page) bool {
	return matches(g.search, page.Title, page.Summary, page.Source)
}

// turnToMatch shows the page that matches the search best, unless the current page also matches. Matches in a
// title or summary come first.
func (g *guideWindow) turnToMatch() {
	if g.finds(&g.page) {
		g.turned, g.found = g.search != "", g.search != ""
		return
	}
	for _, found := range []func(*guide.Page) bool{
		func(page *guide.Page) bool { return matches(g.search, page.Title, page.Summary) }, g.finds,
	} {
		for i := range g.pages {
			if found(&g.pages[i]) {
				g.turn(g.pages[i].Name)
				g.found = true
				return
			}
		}
	}
}

func (p *Panel) guideText(g *guideWindow, o *Outcome) {
	if imgui.BeginChildStr("##text") {
		goal := -1
		if g.turned {
			imgui.SetScrollYFloat(0)
			if g.found {
				goal = g.firstMatch()
			}
			g.turned, g.found = false, false
		}
		followed := ""
		for i := range g.blocks {
			imgui.PushIDInt(int32(i))
			search := ""
			if i == goal {
				search = g.search
				scrollHere()
			}
			if link := p.showBlock(&g.blocks[i], search); link != "" {
				followed = link
			}
			imgui.PopID()
		}
		p.mark("guide.end")
		p.followLink(g, followed, o)
	}
	imgui.EndChild()
}

func (g *guideWindow) firstMatch() int {
	return slices.IndexFunc(g.blocks, func(b guide.Block) bool { return matches(g.search, b.Plain()) })
}

func scrollHere() { imgui.SetScrollFromPosYFloatV(imgui.CursorPosY()-imgui.ScrollY(), 0) }

func (p *Panel) followLink(g *guideWindow, link string, o *Outcome) {
	if link == "" {
		return
	}
	file, _, _ := strings.Cut(link, "#")
	if name, ok := strings.CutSuffix(file, ".md"); ok && g.turn(name) {
		return
	}
	imgui.SetClipboardText(link)
	o.Say = "copied " + link
}

// showBlock shows a block of a page, and scrolls a table to the first row with all words of a search. It
// returns the link that was clicked.
func (p *Panel) showBlock(b *guide.Block, search string) (link string) {
	em := imgui.FontSize()
	switch b.Kind {
	case guide.Heading:
		if b.Level > 1 {
			imgui.Dummy(imgui.Vec2{Y: 0.3 * em})
		}
		imgui.PushFont(imgui.CurrentFont(), headingScale(b.Level)*imgui.CurrentStyle().FontSizeBase())
		link = showSpans(b.Spans)
		imgui.PopFont()
	case guide.Item:
		imgui.IndentV((1 + float32(b.Level)) * em)
		write(map[bool]string{true: "•", false: b.Marker}[b.Marker == "-"])
		imgui.SameLineV(0, 0.5*em)
		link = showSpans(b.Spans)
		imgui.UnindentV((1 + float32(b.Level)) * em)
		return link
	case guide.Code:
		p.showCode(b.Lines)
	case guide.Table:
		link = showTable(b.Rows, search)
	default:
		link = showSpans(b.Spans)
	}
	imgui.Dummy(imgui.Vec2{Y: 0.2 * em})
	return link
}

func showSpans(spans []guide.Span) (link string) {
	left := imgui.CursorPosX()
	right := left + imgui.ContentRegionAvail().X
	gap := imgui.CalcTextSize(" ").X
	spaced, first := false, true
	for k := range spans {
		s := &spans[k]
		for _, word := range splitWords(s.Text) {
			if word == " " {
				spaced = true
				continue
			}
			if !first {
				width := imgui.CalcTextSize(word).X
				imgui.SameLineV(0, map[bool]float32{true: gap, false: 0}[spaced])
				if imgui.CursorPosX()+width > right {
					imgui.NewLine()
					imgui.SetCursorPosX(left)
				}
			}
			if showWord(word, s) {
				link = s.Link
			}
			spaced, first = false, false
		}
	}
	return link
}

func splitWords(text string) (all []string) {
	for k, word := range strings.Split(text, " ") {
		if k > 0 {
			all = append(all, " ")
		}
		if word != "" {
			all = append(all, word)
		}
	}
	return all
}

func showWord(word string, s *guide.Span) bool {
	switch {
	case s.Link != "":
		imgui.TextColored(imgui.CurrentStyle().Colors()[imgui.ColTextLink], escapeFormat(word))
		if imgui.IsItemHovered() {
			imgui.SetMouseCursor(imgui.MouseCursorHand)
		}
		return imgui.IsItemClicked()
	case s.Code:
		position, size := imgui.CursorScreenPos(), imgui.CalcTextSize(word)
		imgui.WindowDrawList().AddRectFilled(position, position.Add(size), imgui.ColorU32Col(imgui.ColFrameBg))
		write(word)
	case s.Bold:
		position := imgui.CursorScreenPos()
		write(word)
		position.X++ // a second copy beside the first looks bold
		imgui.WindowDrawList().AddTextVec2(position, imgui.ColorU32Col(imgui.ColText), word)
	default:
		write(word)
	}
	return false
}

func (p *Panel) showCode(lines []string) {
	fixed := p.Fixed
	if fixed == nil {
		fixed = imgui.CurrentFont()
	}
	imgui.PushFont(fixed, 0)
	imgui.PushStyleColorVec4(imgui.ColChildBg, imgui.CurrentStyle().Colors()[imgui.ColFrameBg])
	high := float32(len(lines))*imgui.TextLineHeightWithSpacing() + imgui.FontSize()
	flags := imgui.WindowFlags(imgui.WindowFlagsHorizontalScrollbar)
	if imgui.BeginChildStrV("##code", imgui.Vec2{Y: high}, imgui.ChildFlags(imgui.ChildFlagsAlwaysUseWindowPadding), flags) {
		for _, line := range lines {
			write(line)
		}
	}
	imgui.EndChild()
	imgui.PopStyleColor()
	imgui.PopFont()
}

func headingScale(level int) float32 {
	switch level {
	case 1:
		return 1.5
	case 2:
		return 1.2
	}
	return 1.05
}

func showTable(rows [][][]guide.Span, search string) (link string) {
	columns := 0
	for _, row := range rows {
		columns = max(columns, len(row))
	}
	flags := imgui.TableFlagsRowBg | imgui.TableFlagsBordersInnerH | imgui.TableFlagsPadOuterX | imgui.TableFlagsSizingFixedFit
	widths := columnWidths(rows, columns)
	if !imgui.BeginTableV("##table", int32(columns), imgui.TableFlags(flags), imgui.Vec2{}, 0) {
		return ""
	}
	for _, wide := range widths {
		imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthFixed, wide, 0)
	}
	for k, row := range rows {
		imgui.TableNextRow()
		if search != "" && matches(search, guide.PlainRow(row)) {
			scrollHere()
			search = ""
		}
		for _, cell := range row {
			imgui.TableNextColumn()
			if k == 0 {
				imgui.TableSetBgColorV(imgui.TableBgTargetCellBg, imgui.ColorU32Col(imgui.ColTableHeaderBg), -1)
			}
			if clicked := showSpans(cell); clicked != "" {
				link = clicked
			}
		}
	}
	imgui.EndTable()
	return link
}

func columnWidths(rows [][][]guide.Span, columns int) []float32 {
	em := imgui.FontSize()
	widths := make([]float32, columns)
	for _, row := range rows {
		for k, cell := range row {
			width := em
			for _, s := range cell {
				width += imgui.CalcTextSize(s.Text).X
			}
			widths[k] = max(widths[k], width)
		}
	}
	room := imgui.ContentRegionAvail().X - float32(columns+1)*em
	for range 1000 {
		total, widest := float32(0), slices.Index(widths, slices.Max(widths))
		for _, wide := range widths {
			total += wide
		}
		if total <= room || widths[widest] < 6*em {
			break
		}
		widths[widest] -= em / 2
	}
	return widths
}
