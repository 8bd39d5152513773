// Why a bird leads or stays: the tests of its decision, and its steers.

import { element } from "./dom.ts";
import type { Inspection } from "./protocol.ts";

export class Why {
    readonly box = element("section", { class: "why", label: "Why did it leave?" });
    private readonly hint = element("p", { class: "doc" });
    private readonly body = element("div");
    private shown = "";

    /** leader chooses a bird that leads. */
    constructor(leads: boolean, leader: () => void) {
        const next = element("button", { text: "Choose a leader" });
        next.type = "button";
        next.addEventListener("click", leader);
        next.hidden = !leads;
        this.hint.textContent = leads ? "Click a bird, best an orange one that leads." : "Click a bird to see what steers it.";
        this.box.append(element("header", {}, element("h2", { text: leads ? "Why did it leave?" : "Why does it fly there?" }), next), this.hint, this.body);
    }

    /** none says that no bird is chosen. */
    none(): void {
        this.shown = "";
        this.hint.hidden = false;
        this.body.replaceChildren();
    }

    /** wait says that no bird can be chosen yet. */
    wait(): void {
        this.none();
        this.hint.textContent = "No bird has left the flock yet. Wait for an orange one.";
    }

    show(i: Inspection): void {
        const key = JSON.stringify(i);
        if (key === this.shown) return;
        this.shown = key;
        this.hint.hidden = true;
        const parts: HTMLElement[] = [element("h3", { text: `Bird ${i.bird}: ${i.question}` }), element("p", { class: "answer", text: i.answer })];
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

/** steers shows how strongly each rule steers the bird, as bars. */
function steers(i: Inspection): HTMLElement {
    const longest = Math.max(...i.steers.map(s => s.length), 1e-9);
    const bars = i.steers.filter(s => s.length > 0).sort((a, b) => b.length - a.length).slice(0, 6).map(s => {
        const bar = element("i");
        bar.style.width = `${100 * s.length / longest}%`;
        return element("li", {}, element("span", { text: s.rule }), element("div", { class: "rail" }, bar), element("b", { text: s.length.toFixed(3) }));
    });
    return element("div", { class: "steers" }, element("h3", { text: `Steers, ${i.unit}` }), element("ul", {}, ...bars));
}
