// The bar at the bottom: play, time, speed, cameras, traces, full screen.

import type { Mode } from "./camera.ts";
import { button, element, setIcon, type Icon } from "./dom.ts";
import { speeds, type Player } from "./player.ts";
import type { FlockSource } from "./source.ts";

export interface Commands {
    play(): void;
    seek(time: number): void;
    setSpeed(speed: number): void;
    setMode(mode: Mode): void;
    traces(): void;
    about(): void;
    help(): void;
    fullScreen(): void;
    nextLeader(): void;
}

export type Traces = "none" | "leaders" | "all";

export interface State { readonly player: Player; readonly mode: Mode; readonly traces: Traces; readonly about: boolean }

const modes: readonly { mode: Mode; icon: Icon; label: string; short: string; key: string }[] = [
    { mode: "scene", icon: "scene", label: "The scene's own camera", short: "Scene", key: "V" },
    { mode: "orbit", icon: "orbit", label: "Orbit around the flock", short: "Orbit", key: "O" },
    { mode: "follow", icon: "follow", label: "Follow a bird", short: "Follow", key: "C" },
    { mode: "eye", icon: "eye", label: "See through a bird's eyes", short: "Eye", key: "E" },
];

export class Controls {
    readonly bar = element("div", { class: "bar", role: "toolbar", label: "Player" });
    /** slot is the place where a lesson can add buttons. */
    readonly slot = element("div", { class: "slot" });
    private readonly scrub = element("input", { class: "scrub", label: "Time" });
    private readonly ticks = element("div", { class: "ticks" });
    private readonly clock = element("span", { class: "clock" });
    private readonly play: HTMLButtonElement;
    private readonly speed = element("select", { label: "Speed", title: "Speed (+ and -)" });
    private readonly modes = new Map<Mode, HTMLButtonElement>();
    private readonly traces: HTMLButtonElement;
    private readonly about: HTMLButtonElement;
    private readonly full: HTMLButtonElement;
    private shownEvents = -1;

    constructor(private readonly source: FlockSource, commands: Commands, hasScene: boolean, leads: boolean) {
        this.play = button("play", "Play", "Space", () => { commands.play(); });
        this.traces = button("traces", "Traces of leaders", "T", () => { commands.traces(); });
        this.about = button("info", "About this flock", "I", () => { commands.about(); });
        this.full = button("full", "Full screen", "F", () => { commands.fullScreen(); });
        this.full.hidden = !document.fullscreenEnabled;
        const next = button("next", "Follow the next leader", "N", () => { commands.nextLeader(); });
        next.hidden = !leads;
        for (const s of speeds) this.speed.append(new Option(`${s}×`, String(s)));
        this.speed.addEventListener("change", () => { commands.setSpeed(Number(this.speed.value)); });
        this.makeScrubber(commands);
        const group = element("div", { class: "modes", role: "group", label: "Camera" });
        for (const m of modes) {
            if (m.mode === "scene" && !hasScene) continue;
            const b = button(m.icon, m.label, m.key, () => { commands.setMode(m.mode); });
            b.append(element("span", { text: m.short }));
            this.modes.set(m.mode, b);
            group.append(b);
        }
        const help = button("help", "Keys and gestures", "?", () => { commands.help(); });
        this.bar.append(
            element("div", { class: "time" }, this.ticks, this.scrub),
            element("div", { class: "left" }, this.play, this.clock, this.speed, this.slot),
            group,
            element("div", { class: "right" }, next, this.traces, this.about, help, this.full),
        );
    }

    private makeScrubber(commands: Commands): void {
        const { scrub, source } = this;
        scrub.type = "range";
        scrub.min = "0";
        scrub.step = "any";
        scrub.max = String(source.duration);
        scrub.addEventListener("input", () => { commands.seek(Number(scrub.value)); });
        // With the step "any", browsers choose a step that depends on the length.
        scrub.addEventListener("keydown", e => {
            const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5 }[e.key];
            if (by === undefined) return;
            e.preventDefault();
            commands.seek(Number(scrub.value) + by);
        });
    }

    update(s: State): void {
        const { player } = s, { start, duration } = this.source;
        setIcon(this.play, player.playing ? "pause" : player.ended ? "again" : "play", player.playing ? "Pause" : player.ended ? "Play again" : "Play", "Space");
        this.bar.classList.toggle("live", player.live);
        const now = clockText(start + player.time), text = player.live ? now : `${now} / ${clockText(start + duration)}`;
        if (this.clock.textContent !== text) {
            this.clock.textContent = text;
            this.scrub.setAttribute("aria-valuetext", `${(start + player.time).toFixed(1)} of ${(start + duration).toFixed(1)} seconds`);
        }
        this.scrub.value = String(player.time);
        this.scrub.style.setProperty("--done", `${100 * player.time / Math.max(duration, 1e-9)}%`);
        this.speed.value = String(player.speed);
        for (const [mode, b] of this.modes) b.setAttribute("aria-pressed", String(mode === s.mode));
        this.traces.setAttribute("aria-pressed", String(s.traces !== "none"));
        this.traces.dataset.traces = s.traces;
        this.about.setAttribute("aria-pressed", String(s.about));
        setIcon(this.full, document.fullscreenElement == null ? "full" : "window", document.fullscreenElement == null ? "Full screen" : "Leave full screen", "F");
        this.showEvents();
    }

    /** showEvents marks the escapes of leaders above the time. */
    private showEvents(): void {
        const { events, duration } = this.source;
        if (events.length === this.shownEvents || !Number.isFinite(duration)) return;
        this.shownEvents = events.length;
        const began = events.filter(e => e.kind === "began" && e.time > 0).slice(0, 500);
        this.ticks.replaceChildren(...began.map(e => {
            const tick = element("i");
            tick.style.left = `${100 * e.time / Math.max(duration, 1e-9)}%`;
            return tick;
        }));
    }
}

function clockText(seconds: number): string {
    const s = Math.max(0, Math.floor(seconds + 0.05)); // the last frame of 10 s is at 9.97 s
    return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}
