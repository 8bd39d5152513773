// The panel of a lesson: steps, plot, explanation, settings, and the state of the flock.

import { Choices } from "./choices.ts";
import { element, textButton } from "./dom.ts";
import type { LiveSource } from "./live.ts";
import { Plot } from "./plot.ts";
import type { FrameMessage, Suggestion, Values } from "./protocol.ts";
import { FlockSettings } from "./settings.ts";
import { Flag } from "./source.ts";
import { Steps } from "./steps.ts";
import { placeUnder, Threat } from "./threat.ts";
import type { Viewer } from "./viewer.ts";
import { Why } from "./why.ts";

export class Lesson {
    private readonly plot = new Plot();
    private readonly why: Why;
    private readonly steps: Steps;
    private readonly threat: Threat;
    private readonly choices: Choices;
    private readonly settings: FlockSettings[];
    private readonly message = element("p", { class: "message", role: "status" });
    private readonly state = element("p", { class: "state" });
    private readonly seed = element("input", { label: "Random seed", title: "Random seed. A different seed gives a different flight" });
    private readonly ab = { A: this.slot("A"), B: this.slot("B") };
    private readonly differ = element("span", { class: "doc" });
    private readonly reset = textButton("Reset", () => { this.choices.reset(); this.changed("reset"); }, "Reset all settings to those of the scene");
    private readonly toggle = textButton("Lesson", () => { this.open(this.toggle.getAttribute("aria-pressed") !== "true"); }, "Show or hide the lesson");
    private readonly frighten = textButton("Frighten", () => { this.turnThreat(!this.threat.on); }, "Birds flee from the mouse or the finger");
    private readonly waiting = new Map<number, Record<string, unknown>>(); // changes for the next picture
    private cost = 0;        // smoothed time of a tick, ms
    private led = false;

    constructor(private readonly viewer: Viewer, private readonly source: LiveSource) {
        const about = source.description;
        this.choices = new Choices(about, (flock, values) => { source.set(flock, values); });
        this.why = new Why(about, () => { this.chooseLeader(); }, bird => { source.inspect(bird); });
        this.steps = new Steps(about, viewer.scene.watch, s => { this.tryIt(s); });
        this.threat = new Threat(viewer.canvas);
        viewer.canvas.after(this.threat.cover);
        const featured = about.suggestions.flatMap(s => Object.keys(s.set));
        this.settings = about.flocks.map((f, k) => new FlockSettings(f, featured, source.count - about.flocks.reduce((n, g) => n + (g === f ? 0 : g.count), 0),
            values => { this.change(k, values); }));
        this.build();
        this.say("Starting the simulation…");
        source.listener = {
            started: () => { this.say(""); },
            frame: m => { this.frame(m); },
            states: all => { this.settings.forEach((s, k) => { s.update(all[k]); }); },
            inspection: i => { this.why.show(i); },
            restarted: seed => { this.restarted(seed); },
            refused: text => { this.say(text); },
            failed: text => { this.say(`The simulation stopped: ${text}`); },
        };
        this.settings.forEach((s, k) => { s.update(source.values[k]); });
        this.showChoices();
        this.tick();
    }

    private build(): void {
        const about = this.source.description, { panel, bar } = this.viewer.slots;
        this.seed.inputMode = "numeric";
        this.seed.value = about.seed;
        this.seed.addEventListener("change", () => { this.restart(); });
        this.frighten.setAttribute("aria-pressed", "false");
        this.frighten.hidden = !about.threat;
        const restart = textButton("Restart", () => { this.restart(); }, "Restart with these settings (R)");
        const seed = element("label", { class: "seed", text: "Seed" }, this.seed);
        const settings = element("section", { class: "parameters", label: "Settings" },
            element("header", {}, element("h2", { text: "Settings" }), element("div", { class: "ab", role: "group", label: "Compare two sets of settings" }, this.ab.A, this.ab.B), this.reset),
            this.differ);
        this.settings.forEach((s, k) => {
            if (this.settings.length > 1) settings.append(element("h3", { text: about.flocks[k].name }));
            settings.append(s.box);
        });
        panel.setAttribute("aria-label", "Lesson");
        const { title, flock } = this.viewer.scene;
        panel.append(element("p", { class: "title", text: `${title}: ${flock}` }), this.message, this.steps.box, element("div", { class: "actions" }, restart, seed, this.frighten), this.plot.box, this.why.box, settings, this.state);
        this.open(true);
        bar.append(this.toggle);
        document.addEventListener("keydown", e => { this.key(e); });
    }

    private open(shown: boolean): void {
        this.viewer.canvas.parentElement?.classList.toggle("closed", !shown);
        this.toggle.setAttribute("aria-pressed", String(shown));
    }

    /** key handles the keys of a lesson that the viewer does not handle. */
    private key(e: KeyboardEvent): void {
        if (e.ctrlKey || e.altKey || e.metaKey || e.target instanceof HTMLElement && e.target.matches("input:not([type=range]), select")) return;
        if (e.key.toLowerCase() === "r") this.restart();
        if (e.key.toLowerCase() === "y") {
            this.open(true);
            this.why.box.scrollIntoView({ block: "start" });
        }
    }

    private slot(name: "A" | "B"): HTMLButtonElement {
        return textButton(name, () => {
            if (this.choices.now === name) return;
            this.choices.switch();
            this.changed(name);
        }, `Settings ${name}`);
    }

    /**
     * change changes parameters. It sends them with the next picture, so that a slider sends at most one
     * change for each picture.
     */
    private change(flock: number, values: Values): void {
        this.waiting.set(flock, { ...this.waiting.get(flock), ...values });
        this.choices.note(flock, values);
        this.changed(this.choices.differing > 0 ? this.choices.now : "");
    }

    private tryIt(s: Suggestion): void {
        this.change(0, s.set);
        this.say(`${s.label}: ${Object.entries(s.set).map(([key, v]) => `${this.label(key)} ${v}`).join(", ")}. Reset takes it back.`);
    }

    private label(key: string): string {
        return this.source.description.flocks[0].params.find(p => p.key === key)?.label ?? key;
    }

    private changed(mark: string): void {
        this.plot.mark(mark);
        this.showChoices();
    }

    private showChoices(): void {
        const { now, differing, changed } = this.choices;
        for (const name of ["A", "B"] as const) this.ab[name].setAttribute("aria-pressed", String(name === now));
        this.reset.disabled = changed === 0;
        this.differ.textContent = differing > 0 ? `A and B differ in ${differing === 1 ? "1 setting" : `${differing} settings`}.`
            : "Press B, change something, and switch between A and B to compare.";
    }

    private say(text: string): void { this.message.textContent = text; }

    private restart(): void {
        const seed = this.seed.value.trim();
        if (!/^\d{1,20}$/.test(seed)) {
            this.say("The seed must be a whole number, at least 0.");
            return;
        }
        this.say(seed === this.source.description.seed ? "" : "Preparing the flock…");
        this.turnThreat(false);
        this.source.restart(seed);
    }

    private restarted(seed: string): void {
        this.seed.value = seed;
        this.say("");
        this.plot.clear();
        this.viewer.select(-1);
        this.why.none();
        this.viewer.seek(0);
        this.led = false;
    }

    private turnThreat(on: boolean): void {
        this.threat.turn(on);
        this.frighten.setAttribute("aria-pressed", String(on));
        if (!on) this.source.threat(null);
    }

    /**
     * chooseLeader chooses a bird that leads now. It prefers birds that left in sight of the reader, the last
     * bird first.
     */
    private chooseLeader(): void {
        const { birds, selected } = this.viewer;
        const leads = (b: number) => (birds.flags[b] & Flag.leading) !== 0;
        const seen = this.source.events.filter(e => e.kind === "began").map(e => e.bird).reverse();
        const all = [...new Set([...seen, ...Array.from({ length: this.source.count }, (_, b) => b)])].filter(leads);
        const next = all.at((all.indexOf(selected) + 1) % Math.max(all.length, 1)) ?? seen.at(0);
        if (next === undefined) this.why.wait();
        else this.viewer.select(next);
    }

    private frame(m: FrameMessage): void {
        this.plot.add(m.tick / this.source.description.tickRate, m.polarization);
        for (const e of m.events) {
            if (e.kind === "attack" || e.kind === "split") this.steps.note(e.kind);
            if (e.kind !== "began") continue;
            this.led = true;
            this.why.left(e.bird);
        }
        if (m.tick > 0) this.cost = this.cost === 0 ? m.milliseconds : this.cost + 0.1 * (m.milliseconds - this.cost);
    }

    private tick(): void {
        requestAnimationFrame(() => { this.tick(); });
        for (const [flock, values] of this.waiting) this.source.set(flock, values as Values);
        this.waiting.clear();
        this.moveThreat();
        if (this.source.ready) this.why.choose(this.viewer.selected);
        this.plot.draw(this.viewer.time);
        this.showState();
        const { selected, camera, speed } = this.viewer;
        this.steps.advance({
            select: selected >= 0, why: selected >= 0, eye: camera.mode === "eye", slow: speed < 1, leader: this.led, look: camera.turned,
        });
    }

    private moveThreat(): void {
        const at = this.threat.take();
        if (at === undefined || !this.viewer.playing) return;
        const { clientWidth, clientHeight } = this.viewer.canvas;
        const place = at === null ? undefined : placeUnder(this.viewer.view, clientWidth / clientHeight, at.x, at.y, this.source.middle, this.source.description.plane);
        this.source.threat(place ?? null);
    }

    private showState(): void {
        const { tick, hash } = this.source.state(this.viewer.time);
        const rate = this.source.description.tickRate, possible = this.cost > 0 ? 1000 / this.cost : rate;
        const slow = possible < rate * this.viewer.speed ? ` · this computer simulates ${possible.toFixed(0)} of ${rate} ticks per second` : "";
        const text = `tick ${tick} · state ${hash}${slow}`;
        if (this.state.textContent === text) return;
        this.state.textContent = text;
        this.state.dataset.tick = String(tick);
        this.state.dataset.hash = hash;
        this.state.dataset.cost = this.cost.toFixed(2);
    }
}
