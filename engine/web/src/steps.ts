// The scene's lesson, step by step, and the changes that it suggests to try.

import { element, textButton } from "./dom.ts";
import type { Description, Step, Suggestion } from "./protocol.ts";

export interface Happened { readonly select: boolean; readonly eye: boolean; readonly slow: boolean; readonly look: boolean; readonly why: boolean; readonly leader: boolean }

const leastTime = 3000; // shortest time for which a step is shown, ms

export class Steps {
    readonly box = element("section", { class: "steps", label: "Lesson" });
    private step = 0;
    private since = performance.now();
    private readonly happened = new Set<string>(); // events of the flock since the step began

    /** watch is a hint about what to look for. A scene without a lesson shows this hint instead. */
    constructor(private readonly about: Description, watch: string, tryIt: (s: Suggestion) => void) {
        this.card = element("div", { class: "step" });
        const tries = about.suggestions.map(s => textButton(s.label, () => { tryIt(s); }));
        if (about.lessons.length === 0 && watch !== "") this.card.append(element("p", { text: watch }));
        if (about.lessons.length > 0 || watch !== "") this.box.append(this.card);
        if (tries.length > 0) this.box.append(element("div", { class: "tries" }, element("span", { text: "Try" }), ...tries));
        this.box.hidden = this.box.childElementCount === 0;
        this.show();
    }

    private readonly card: HTMLElement;

    private get all(): readonly Step[] { return this.about.lessons; }

    /** note stores an event of the flock: an attack of a hunter, or a split of a hunted flock. */
    note(what: "attack" | "split"): void { this.happened.add(what); }

    /** advance shows the next step if the event or action that the current step waits for has happened. */
    advance(h: Happened): void {
        const wait = this.all.at(this.step)?.wait ?? "next";
        if (this.step >= this.all.length || performance.now() - this.since < leastTime) return;
        if (wait !== "next" && ((h as unknown as Record<string, boolean | undefined>)[wait] === true || this.happened.has(wait))) this.next();
    }

    private next(): void {
        this.step++;
        this.happened.clear();
        this.since = performance.now();
        this.show();
    }

    private show(): void {
        const n = this.all.length;
        if (n === 0) return;
        if (this.step >= n) {
            const again = textButton("Start again", () => {
                this.step = -1;
                this.next();
            });
            this.card.replaceChildren(element("p", { text: "The lesson is done. Now change the settings and see what happens." }), again);
            return;
        }
        const go = textButton(this.step === n - 1 ? "Done" : "Next", () => { this.next(); });
        go.classList.add("next");
        this.card.replaceChildren(element("span", { class: "count", text: `${this.step + 1} of ${n}` }), element("p", { text: this.all[this.step].text }), go);
    }
}
