// Why a bird leads or stays: the tests of its decision, and its steers.

import { element, textButton } from "./dom.ts";
import type { Description, Inspection } from "./protocol.ts";

/**
 * Why explains a bird. An answer stays until another bird is chosen, the chosen bird leaves, or the reader asks
 * again. So the text does not change while the reader reads it.
 */
export class Why {
    readonly box: HTMLElement;
    private readonly hint = element("p", { class: "doc" });
    private readonly body = element("div");
    private readonly again: HTMLButtonElement;
    private explained = -1; // the bird that the part explains, or will explain when the answer arrives

    /** leader chooses a bird that leads. ask asks for the inspection of a bird. */
    constructor(about: Description, leader: () => void, private readonly ask: (bird: number) => void) {
        const next = textButton("Select a leader", leader);
        next.hidden = !about.leads;
        this.again = textButton("Ask again", () => { this.explained = -1; });
        this.again.title = "The answer is for the time of the question";
        this.hint.textContent = about.leads ? "Click a bird, preferably an orange one, which is a leader." : "Click a bird to see what steers it.";
        this.box = element("section", { class: "why", label: about.question },
            element("header", {}, element("h2", { text: about.question }), next), this.hint, this.body);
    }

    /** choose asks for the explanation of a bird, if this part does not show it yet. -1 means no bird. */
    choose(bird: number): void {
        if (bird === this.explained) return;
        this.explained = bird;
        if (bird < 0) this.none();
        else this.ask(bird);
    }

    /** left shows that a bird has left the flock. */
    left(bird: number): void { if (bird === this.explained) this.explained = -1; }

    none(): void {
        this.explained = -1;
        this.hint.hidden = false;
        this.body.replaceChildren();
    }

    wait(): void {
        this.none();
        this.hint.textContent = "No bird has left the flock yet. Wait for an orange one.";
    }

    show(i: Inspection): void {
        if (i.bird !== this.explained) return;
        this.hint.hidden = true;
        const title = element("header", {}, element("h3", { text: `Bird ${i.bird} at ${i.seconds.toFixed(1)} s: ${i.question}` }), this.again);
        const parts: HTMLElement[] = [title, element("p", { class: "answer", text: i.answer })];
        if (i.tests.length > 0) parts.push(table(i));
        if (i.now !== "") parts.push(element("p", { text: `Now: ${i.now}` }));
        parts.push(element("p", { class: "doc", text: i.facts.map(f => `${f.name} ${f.value}`).join(" · ") }), steers(i));
        this.body.replaceChildren(...parts);
    }
}

function table(i: Inspection): HTMLElement {
    const rows = i.tests.map(t => {
        const passed = element("td", { class: t.passed ? "passed" : "failed", text: t.passed ? "✓ yes" : "✗ no" });
        const row = element("tr", { title: t.doc }, element("th", { text: t.name }), element("td", { text: t.value }), element("td", { text: t.needed }), passed);
        row.firstElementChild?.setAttribute("scope", "row");
        return row;
    });
    const head = element("tr", {}, ...["Test", "Value", "Needed", "Passed"].map(text => element("th", { text })));
    return element("table", { class: "tests" }, element("thead", {}, head), element("tbody", {}, ...rows));
}

/** steers shows bars with the strength of each rule's steer. */
function steers(i: Inspection): HTMLElement {
    const longest = Math.max(...i.steers.map(s => s.length), 1e-9);
    const bars = i.steers.filter(s => s.length > 0).sort((a, b) => b.length - a.length).slice(0, 6).map(s => {
        const bar = element("i");
        bar.style.width = `${100 * s.length / longest}%`;
        return element("li", {}, element("span", { text: s.rule }), element("div", { class: "rail" }, bar), element("b", { text: s.length.toFixed(3) }));
    });
    return element("div", { class: "steers" }, element("h3", { text: `Steers, ${i.unit}` }), element("ul", {}, ...bars));
}
