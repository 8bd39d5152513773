// The viewer: draws any FlockSource, and owns the camera, the controls and the legend.

import { Sky } from "./backdrop.ts";
import { Camera, shapeOf, type Mode } from "./camera.ts";
import { Controls, type Traces } from "./controls.ts";
import { element } from "./dom.ts";
import { listenToKeys, listenToPointers, type Key } from "./input.ts";
import { decodeMesh, type Mesh } from "./mesh.ts";
import { aboutPanel, BirdCard, helpDialog, stateOf } from "./panels.ts";
import { pick, spotOf, type Spot } from "./pick.ts";
import { Player } from "./player.ts";
import { Renderer } from "./render.ts";
import type { Trace } from "./ribbons.ts";
import type { Scene } from "./scene.ts";
import { decodeSolids, type SolidMesh } from "./solids.ts";
import { Flag, Instances, type FlockSource, type View } from "./source.ts";

export interface Show {
    readonly scene: Scene;
    readonly source: FlockSource;
    /** data returns data of the page by its name, such as a mesh. */
    data(name: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Places in the page where a lesson can add its controls. */
export interface Slots {
    readonly panel: HTMLElement; // a column at the right; hidden while it is empty
    readonly bar: HTMLElement;   // in the bar at the bottom, after the speed
}

const idleTime = 3;          // time without input after which the bar fades, s
const mostTraces = 400;      // largest number of traces that are drawn
const slowPicture = 0.045;   // time between pictures above which fewer pixels are drawn, s
const touchTurn = 0.005;     // angle for a pixel, radians

export class Viewer {
    readonly slots: Slots;
    readonly canvas = element("canvas", { label: "Flock of birds in 3D", role: "img" });
    readonly player: Player;
    readonly camera: Camera;
    readonly birds: Instances;
    /** selected is the index of the chosen bird, or -1. */
    selected = -1;
    traces: Traces = "leaders";
    pictures = 0;
    /** firstPicture is the time from the page's start to the first picture, ms. */
    firstPicture = 0;

    private readonly renderer: Renderer;
    private readonly controls: Controls;
    private readonly card: BirdCard;
    private readonly about: HTMLElement;
    private readonly help: HTMLDialogElement;
    private readonly status = element("div", { class: "hidden", role: "status" });
    private readonly ring = element("div", { class: "ring" });
    private readonly leads: boolean;
    private readonly speciesTints: readonly (readonly [number, number, number, number])[];
    private idle = 0;         // s since the last input
    private last = 0;         // time of the last picture by the wall clock, ms
    private shown = -1;       // simulated time of the last picture, s
    private changed = true;
    private slow = 0;         // smoothed time between pictures, s
    private fixed = false;    // whether the number of pixels must not change
    private sharp = 0;        // number of pictures drawn when the number of pixels last changed
    private ratio = Math.min(window.devicePixelRatio, 2);

    private constructor(private readonly show: Show, private readonly root: HTMLElement, meshes: Mesh[][], sky: Sky, solids: SolidMesh | undefined) {
        const { source, scene } = show, calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
        document.title = `${scene.title}: ${scene.flock}`;
        this.speciesTints = scene.species.map(({ colour: [r, g, b] }) => [r ** 2.2, g ** 2.2, b ** 2.2, 0.65]);
        this.birds = new Instances(source.count);
        this.renderer = new Renderer(this.canvas, scene, sky, meshes, solids);
        this.player = new Player(source, !calm);
        this.leads = this.player.live || source.events.length > 0;
        const hasScene = source.camera(0) !== undefined;
        this.camera = new Camera(scene.view, hasScene);
        this.camera.still = calm;
        const keys = this.keys(hasScene);
        this.controls = new Controls(source, {
            play: () => { this.togglePlay(); }, seek: t => { this.seek(t); }, setSpeed: s => { this.setSpeed(s); }, setMode: m => { this.setMode(m); },
            traces: () => { this.nextTraces(); }, about: () => { this.toggleAbout(); }, help: () => { this.help.showModal(); },
            fullScreen: () => { this.fullScreen(); }, nextLeader: () => { this.nextLeader(); },
        }, hasScene, this.leads);
        this.card = new BirdCard(scene, source, () => { this.setMode("follow"); }, () => { this.setMode("eye"); }, () => { this.select(-1); });
        this.about = aboutPanel(scene, this.leads);
        this.about.hidden = window.innerWidth < (root.classList.contains("lesson") ? 1400 : 700) || window.innerHeight < 520;
        this.help = helpDialog(keys);
        this.slots = { panel: element("aside", { class: "panel" }), bar: this.controls.slot };
        root.classList.add("viewer");
        if (this.renderer.draft) {
            this.beSimple();
            this.ratio = 0.75;
        }
        root.append(this.canvas, this.ring, this.about, this.card.panel, this.slots.panel, this.controls.bar, this.help, this.status);
        this.listen(keys);
    }

    /** open adds the viewer to root and starts it. If it fails, its error has a message for users. */
    static async open(show: Show, root: HTMLElement): Promise<Viewer> {
        const meshes = await Promise.all(show.scene.birds.map(bird =>
            Promise.all(bird.levels.map(async level => decodeMesh(bird, level, await show.data(level.data))))));
        const { solids: about, light } = show.scene, solids = about === undefined ? undefined : decodeSolids(about, await show.data("solids"));
        const viewer = new Viewer(show, root, meshes, new Sky(light, await show.data("sky")), solids);
        viewer.selected = show.scene.chosen < show.source.count ? show.scene.chosen : -1;
        viewer.resize();
        viewer.frame(performance.now());
        return viewer;
    }

    get scene(): Scene { return this.show.scene; }
    get time(): number { return this.player.time; }
    get view(): View { return this.fitted(); }
    get playing(): boolean { return this.player.playing; }
    get speed(): number { return this.player.speed; }

    /** announce tells users of screen readers what has happened. */
    announce(text: string): void { this.status.textContent = text; }

    togglePlay(): void {
        this.player.toggle();
        this.announce(this.player.playing ? "Playing" : `Paused at ${(this.show.source.start + this.player.time).toFixed(1)} seconds`);
        this.changed = true;
    }

    seek(time: number): void {
        this.player.seek(time);
        this.changed = true;
    }

    setSpeed(speed: number): void {
        this.player.speed = speed;
        this.announce(`Speed ${speed}`);
        this.changed = true;
    }

    /** setMode sets the mode of the camera. If a mode follows a bird and no bird is chosen, it chooses a bird. */
    setMode(mode: Mode): void {
        if ((mode === "follow" || mode === "eye") && this.selected < 0) this.selected = this.someBird();
        this.camera.setMode(mode);
        this.announce({ scene: "The scene's own camera", orbit: "The camera orbits the flock", follow: `Following ${this.nameOf(this.selected)}`, eye: `Through the eyes of ${this.nameOf(this.selected)}` }[this.camera.mode]);
        this.changed = true;
    }

    /** select chooses a bird, or none with -1. */
    select(bird: number): void {
        if (bird !== this.selected && (this.camera.mode === "follow" || this.camera.mode === "eye")) {
            this.camera.change();
            if (bird < 0) this.camera.setMode("orbit");
        }
        this.selected = bird;
        this.announce(bird < 0 ? "No bird is selected" : `${this.nameOf(bird)}, ${this.birds.speed[bird].toFixed(1)} metres per second, ${stateOf(this.birds.flags[bird])}`);
        this.changed = true;
    }

    /** spot returns the place of a bird in the last picture, in CSS pixels. */
    spot(bird: number): Spot | undefined { return spotOf(this.birds, bird, this.fitted(), this.canvas.clientWidth, this.canvas.clientHeight); }

    /** redraw draws the next picture even if nothing has changed. */
    redraw(): void { this.changed = true; }

    private nameOf(bird: number): string { return bird < 0 ? "the flock" : `bird ${this.show.source.name(bird)}`; }

    /** someBird returns a present leader or, if there is none, the bird nearest to the middle of the picture. */
    private someBird(): number {
        const leader = this.leadersNow().at(0);
        if (leader !== undefined) return leader;
        const { clientWidth: w, clientHeight: h } = this.canvas;
        const near = pick(this.birds, this.show.source.count, this.camera.view, w, h, w / 2, h / 2, 1e5);
        return near >= 0 ? near : this.birds.flags.findIndex(f => (f & Flag.present) !== 0);
    }

    private leadersNow(): number[] {
        return Array.from({ length: this.show.source.count }, (_, b) => b).filter(b => (this.birds.flags[b] & (Flag.leading | Flag.present)) === (Flag.leading | Flag.present));
    }

    /** nextLeader chooses the next bird that leads now. If there is none, it goes to the next escape. */
    private nextLeader(): void {
        const all = this.leadersNow(), next = all.find(b => b > this.selected) ?? all.at(0);
        if (next !== undefined) this.select(next);
        else {
            const { events } = this.show.source, began = events.filter(e => e.kind === "began");
            const to = began.find(e => e.time > this.player.time) ?? began.at(0);
            if (to === undefined) {
                this.announce("No bird leads");
                return;
            }
            if (!this.player.live) this.seek(to.time);
            this.selected = to.bird;
            this.announce(`${this.nameOf(to.bird)} begins to lead`);
        }
        if (this.camera.mode !== "eye") this.camera.setMode("follow");
        this.changed = true;
    }

    private nextTraces(): void {
        this.traces = ({ none: "leaders", leaders: "all", all: "none" } as const)[this.traces];
        this.announce({ none: "No traces", leaders: "Traces of leaders", all: "Traces of all birds" }[this.traces]);
        this.changed = true;
    }

    private toggleAbout(): void {
        this.about.hidden = !this.about.hidden;
        this.changed = true;
    }

    private fullScreen(): void {
        const done = document.fullscreenElement == null ? this.root.requestFullscreen() : document.exitFullscreen();
        done.catch(() => { this.announce("The browser does not allow full screen"); });
    }

    private keys(hasScene: boolean): readonly Key[] {
        const seek = (by: number) => () => { this.seek(this.player.time + by); };
        const faster = (by: 1 | -1) => () => {
            this.player.faster(by);
            this.setSpeed(this.player.speed);
        };
        const mode = (m: Mode) => () => { this.setMode(m); };
        const times: Key[] = [
            { keys: ["ArrowLeft"], shown: "← →", does: "back or forward by a second", run: seek(-1) },
            { keys: ["ArrowRight"], shown: "", does: "", run: seek(1) },
            { keys: [","], shown: ", .", does: "back or forward by 1/30 s", run: seek(-1 / 30) },
            { keys: ["."], shown: "", does: "", run: seek(1 / 30) },
            { keys: ["Home"], shown: "Home, End", does: "to the start or the end", run: () => { this.seek(0); } },
            { keys: ["End"], shown: "", does: "", run: () => { this.seek(this.show.source.duration); } },
        ];
        const scene: Key = { keys: ["v"], shown: "V", does: "the scene's own camera", run: mode("scene") };
        return [
            { keys: [" ", "k"], shown: "Space", does: "play or pause", run: () => { this.togglePlay(); } },
            ...this.player.live ? [] : times,
            { keys: ["+", "="], shown: "+ −", does: "faster or slower", run: faster(1) },
            { keys: ["-"], shown: "", does: "", run: faster(-1) },
            { keys: ["ArrowUp"], shown: "↑ ↓", does: "move closer or farther", run: () => { this.zoom(1.15); } },
            { keys: ["ArrowDown"], shown: "", does: "", run: () => { this.zoom(1 / 1.15); } },
            ...hasScene ? [scene] : [],
            { keys: ["o"], shown: "O", does: "orbit around the flock", run: mode("orbit") },
            { keys: ["c"], shown: "C", does: "follow a bird", run: mode("follow") },
            { keys: ["e"], shown: "E", does: "see through a bird's eyes", run: mode("eye") },
            { keys: ["n"], shown: this.leads ? "N" : "", does: "follow the next leader", run: () => { this.nextLeader(); } },
            { keys: ["t"], shown: "T", does: "traces: none, leaders, all", run: () => { this.nextTraces(); } },
            { keys: ["i"], shown: "I", does: "about this flock", run: () => { this.toggleAbout(); } },
            { keys: ["f"], shown: "F", does: "full screen", run: () => { this.fullScreen(); } },
            { keys: ["Escape"], shown: "Esc", does: "deselect", run: () => { this.select(-1); } },
            { keys: ["?"], shown: "?", does: "this help", run: () => { this.help.showModal(); } },
        ];
    }

    private zoom(factor: number): void {
        this.camera.zoomBy(factor);
        this.changed = true;
    }

    private listen(keys: readonly Key[]): void {
        const active = () => {
            this.idle = 0;
            this.root.classList.remove("idle");
        };
        listenToKeys(keys, active);
        listenToPointers(this.canvas, {
            turn: (right, down) => {
                this.camera.turn(right * touchTurn, down * -touchTurn);
                this.changed = true;
            },
            zoom: factor => { this.zoom(factor); },
            pick: (x, y, slack, twice) => {
                const { clientWidth: w, clientHeight: h } = this.canvas;
                const bird = pick(this.birds, this.show.source.count, this.fitted(), w, h, x, y, slack);
                this.select(bird);
                if (twice && bird >= 0) this.setMode("follow");
            },
            active,
        });
        this.controls.bar.addEventListener("pointermove", active);
        this.controls.bar.addEventListener("focusin", active);
        new ResizeObserver(() => { this.resize(); }).observe(this.canvas);
        this.canvas.addEventListener("webglcontextrestored", () => { this.changed = true; });
        document.addEventListener("fullscreenchange", () => { this.changed = true; });
        document.addEventListener("visibilitychange", () => { this.last = 0; });
    }

    private resize(): void {
        const width = Math.max(1, Math.round(this.canvas.clientWidth * this.ratio)), height = Math.max(1, Math.round(this.canvas.clientHeight * this.ratio));
        if (width === this.canvas.width && height === this.canvas.height) return;
        this.canvas.width = width;
        this.canvas.height = height;
        this.changed = true;
    }

    /**
     * fitted returns the view of the last picture. If the picture is narrower than intended for the view, it gets
     * a wider angle.
     */
    private fitted(): View {
        const v = this.camera.view, aspect = this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight);
        const narrow = Math.max(1, this.show.scene.aspect / aspect) ** 0.8;
        return { ...v, fov: Math.min(2 * Math.atan(Math.tan(v.fov / 2) * narrow), 2.3) };
    }

    private frame(now: number): void {
        requestAnimationFrame(t => { this.frame(t); });
        const dt = this.last === 0 ? 0 : Math.min((now - this.last) / 1000, 0.25);
        this.last = now;
        this.player.advance(dt);
        this.idle += dt;
        if (this.idle > idleTime && this.player.playing && !this.controls.bar.matches(":hover, :has(:focus-visible)")) this.root.classList.add("idle");
        if (!this.player.playing && !this.changed && !this.camera.moving && !this.player.live && this.shown === this.player.time) return;
        this.adapt(dt);
        this.draw(dt);
    }

    private draw(dt: number): void {
        const { source } = this.show, steady = Math.abs(this.player.time - this.shown) < 0.5;
        this.changed = false;
        this.shown = this.player.time;
        const time = source.sample(this.player.time, this.birds);
        if (this.player.live) this.player.time = this.shown = time;
        this.camera.update(dt, this.birds, shapeOf(this.birds, source.count), this.selected, source.camera(time), steady);
        this.renderer.draw({ birds: this.birds, count: source.count, view: this.fitted(), time, tint: b => this.tint(b), traces: this.tracesAt(time), places: source.places(time) });
        if (this.pictures++ === 0) this.firstPicture = performance.now();
        this.controls.update({ player: this.player, mode: this.camera.mode, traces: this.traces, about: !this.about.hidden });
        this.card.update(this.selected, this.birds);
        this.placeRing();
    }

    private tint(b: number): readonly [number, number, number, number] | undefined {
        if ((this.birds.flags[b] & Flag.leading) !== 0) return this.show.scene.inks.leader;
        return this.birds.species[b] > 0 ? this.speciesTints.at(this.birds.species[b]) : undefined;
    }

    private tracesAt(time: number): Trace[] {
        const { source, scene: { inks, traceSeconds } } = this.show, from = time - traceSeconds;
        const all = new Map<number, Trace>();
        const addTrace = (b: number, ink: Trace["ink"], wide: number) => {
            const points: number[] = [];
            source.trace(b, from, time, points);
            if ((this.birds.flags[b] & Flag.present) !== 0) points.push(...this.birds.position.subarray(3 * b, 3 * b + 3), this.birds.flags[b] & Flag.leading);
            all.set(b, { points, ink, leading: inks.leaderTrace, width: 0.08 * wide * this.birds.size[b], fades: true });
        };
        if (this.traces === "all") {
            const step = Math.max(1, Math.ceil(source.count / mostTraces));
            for (let b = 0; b < source.count; b += step) addTrace(b, inks.trace, 1);
        }
        if (this.traces !== "none") for (const b of source.leaders(from, time).slice(0, mostTraces)) if (!all.has(b)) addTrace(b, [0, 0, 0, 0], 1.2);
        if (this.selected >= 0 && this.camera.mode !== "follow" && this.camera.mode !== "eye") addTrace(this.selected, inks.selectedTrace, 1.2);
        return [...all.values()];
    }

    private placeRing(): void {
        const spot = this.selected < 0 ? undefined : this.spot(this.selected);
        const hidden = spot === undefined || spot.size > 0.4 * this.canvas.clientHeight;
        this.ring.hidden = hidden;
        if (hidden) return;
        const size = Math.max(26, 1.3 * spot.size);
        this.ring.style.width = this.ring.style.height = `${size}px`;
        this.ring.style.transform = `translate(${spot.x - size / 2}px, ${spot.y - size / 2}px)`;
    }

    /** setSharpness sets the number of pixels for each CSS pixel, in each direction. Later, adapt does not change it. */
    setSharpness(ratio: number): void {
        this.ratio = ratio;
        this.fixed = true;
        this.resize();
    }

    /** beSimple draws the sky and the panels with less work. */
    private beSimple(): void {
        this.renderer.draft = true;
        this.root.classList.add("simple");
    }

    /** adapt draws fewer pixels if pictures take long. */
    private adapt(dt: number): void {
        if (dt === 0 || this.fixed) return;
        this.slow = this.slow === 0 ? dt : this.slow + 0.1 * (dt - this.slow);
        if (this.slow > slowPicture && this.ratio > 0.5 && this.pictures > this.sharp + 20) {
            if (this.renderer.draft) this.ratio = Math.max(0.5, this.ratio - 0.25);
            this.beSimple();
            this.slow = 0;
            this.sharp = this.pictures;
            this.resize();
        }
    }
}
