// The panels above the picture: about the flock, the legend, the chosen bird, the help.

import { button, element } from "./dom.ts";
import type { Key } from "./input.ts";
import type { Scene } from "./scene.ts";
import { Flag, type FlockSource, type Instances } from "./source.ts";

/** cssColour returns a colour as CSS; linear says whether the colour is linear instead of sRGB. */
function cssColour(c: readonly number[], linear: boolean): string {
    const byte = (x: number) => Math.round(255 * Math.min(Math.max(linear ? x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055 : x, 0), 1));
    return `rgb(${byte(c[0])} ${byte(c[1])} ${byte(c[2])})`;
}

/** aboutPanel makes the panel with the title, the legend and the credit. */
export function aboutPanel(scene: Scene, leads: boolean): HTMLElement {
    const panel = element("section", { class: "about", label: "About this flock" });
    panel.append(element("h1", { text: scene.title }), element("p", { class: "flock", text: scene.flock }));
    if (scene.watch !== "") panel.append(element("p", { text: scene.watch }));
    panel.append(legend(scene, leads));
    const credit = element("p", { class: "credit" });
    if (scene.credit !== "") credit.append(scene.credit, element("br"));
    credit.append(`Made with ${scene.program}`);
    panel.append(credit);
    const more = [...scene.description === "" ? [] : [`The scene: ${scene.description}.`], ...scene.notes];
    if (more.length > 0) panel.append(element("details", {}, element("summary", { text: "About the data" }), ...more.map(text => element("p", { text }))));
    return panel;
}

function legend(scene: Scene, leads: boolean): HTMLElement {
    const list = element("ul", { class: "legend", label: "Legend" });
    const row = (shape: string, colour: string, text: string) => {
        const swatch = element("i", { class: shape });
        swatch.style.background = colour;
        list.append(element("li", {}, swatch, document.createTextNode(text)));
    };
    // Birds of the first species have the colours of their model.
    for (const s of scene.species.slice(1)) row("dot", cssColour(s.colour, false), s.name);
    if (leads) {
        row("dot", cssColour(scene.inks.leader, true), "a bird that leads now");
        row("line", cssColour(scene.inks.leaderTrace, true), `where it led, ${scene.traceSeconds} s`);
    }
    row("line", cssColour(scene.inks.selectedTrace, true), "the selected bird's path");
    return list;
}

export class BirdCard {
    readonly panel = element("section", { class: "card", label: "The selected bird" });
    private readonly title = element("h2");
    private readonly facts = element("dl");
    private readonly values = new Map<string, HTMLElement>();

    constructor(private readonly scene: Scene, private readonly source: FlockSource, follow: () => void, look: () => void, close: () => void) {
        for (const name of [...scene.species.length > 1 ? ["Species"] : [], "Speed", "Height", "State"]) {
            const value = element("dd");
            this.values.set(name, value);
            this.facts.append(element("div", {}, element("dt", { text: name }), value));
        }
        const buttons = element("div", { class: "row" }, button("follow", "Follow this bird", "C", follow), button("eye", "See through its eyes", "E", look), button("close", "Deselect", "Escape", close));
        this.panel.append(element("header", {}, this.title, buttons), this.facts);
        this.panel.hidden = true;
    }

    update(bird: number, birds: Instances): void {
        this.panel.hidden = bird < 0;
        if (bird < 0) return;
        const flags = birds.flags[bird], there = (flags & Flag.present) !== 0;
        this.set(this.title, `Bird ${this.source.name(bird)}`);
        this.fact("Species", this.scene.species[birds.species[bird]]?.name ?? "");
        this.fact("Speed", there ? `${birds.speed[bird].toFixed(1)} m/s` : "–");
        this.fact("Height", there ? `${birds.position[3 * bird + 1].toFixed(0)} m` : "–");
        this.fact("State", stateOf(flags));
        this.panel.classList.toggle("leads", (flags & Flag.leading) !== 0);
    }

    private fact(name: string, text: string): void {
        const at = this.values.get(name);
        if (at !== undefined) this.set(at, text);
    }

    private set(at: HTMLElement, text: string): void { if (at.textContent !== text) at.textContent = text; }
}

export function stateOf(flags: number): string {
    if ((flags & Flag.present) === 0) return "absent";
    if ((flags & Flag.leading) !== 0) return "leads";
    if ((flags & Flag.perched) !== 0) return "perched";
    if ((flags & Flag.landing) !== 0) return "lands";
    return (flags & Flag.gliding) !== 0 ? "glides" : "flies";
}

export function helpDialog(keys: readonly Key[]): HTMLDialogElement {
    const list = element("dl", { class: "keys" });
    const row = (what: string, does: string) => { list.append(element("div", {}, element("dt", { text: what }), element("dd", { text: does }))); };
    row("Drag", "look around");
    row("Wheel, pinch", "move closer or farther");
    row("Click, tap", "select a bird");
    row("Double click", "follow the bird");
    for (const k of keys) if (k.shown !== "") row(k.shown, k.does);
    const dialog = element("dialog", { label: "Keys and gestures" });
    dialog.append(element("header", {}, element("h2", { text: "Keys and gestures" }), button("close", "Close", "Escape", () => { dialog.close(); })), list);
    dialog.addEventListener("click", e => { if (e.target === dialog) dialog.close(); });
    return dialog;
}
