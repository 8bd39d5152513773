// The program of a page: it shows a recorded flock, or a flock that the page simulates.

import { embeddedBytes, embeddedJSON, embeddedText, hasEmbedded, parsed } from "./data.ts";
import { Lesson } from "./lesson.ts";
import { LiveSource, type LiveAbout } from "./live.ts";
import { Recorded, type FlightAbout } from "./recorded.ts";
import type { Scene } from "./scene.ts";
import { Moves } from "./solids.ts";
import { Viewer } from "./viewer.ts";

const lessonID = "skein-lesson";

function idOf(name: string): string { return `skein-data-${name}`; }
function data(name: string): Promise<Uint8Array<ArrayBuffer>> { return embeddedBytes(idOf(name)); }

async function main(): Promise<Viewer> {
    const scene = embeddedJSON("skein-scene") as Scene & { flight?: FlightAbout };
    return scene.flight === undefined && hasEmbedded(lessonID) ? simulate(scene) : play(scene);
}

async function play(scene: Scene & { flight?: FlightAbout }): Promise<Viewer> {
    const [flight, camera] = await Promise.all([data("flight"), data("camera")]);
    if (scene.flight === undefined) throw new Error("The page does not contain the flight's description.");
    const { solids } = scene, moves = solids === undefined || solids.moves === 0 ? undefined : new Moves(solids, await data("moves"));
    const source = new Recorded(scene.flight, flight, new Float32Array(camera.buffer, 0, Math.floor(camera.length / 4)), moves);
    return Viewer.open({ scene, source, data }, document.body);
}

/** simulate shows the flock at its start, which the page contains, and then starts the simulation. */
async function simulate(scene: Scene): Promise<Viewer> {
    const about = embeddedJSON(lessonID) as LiveAbout, first = await data("first");
    const source = new LiveSource(about, new Float32Array(first.buffer, 0, Math.floor(first.length / 4)), scene.traceSeconds);
    source.species = scene.species;
    document.body.classList.add("lesson");
    const viewer = await Viewer.open({ scene, source, data }, document.body);
    new Lesson(viewer, source);
    void start(source);
    return viewer;
}

/** start starts the simulation after the first picture, because both need the processor. */
async function start(source: LiveSource): Promise<void> {
    for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);
    try {
        await parsed();
        const [program, checkpoint] = await Promise.all([data("worker"), data("start")]);
        source.begin(new TextDecoder().decode(program), embeddedText(idOf("core")), checkpoint.buffer);
    } catch (problem) {
        source.listener?.failed(messageOf(problem));
    }
}

function messageOf(problem: unknown): string { return problem instanceof Error ? problem.message : String(problem); }

void main().then(viewer => {
    Object.assign(globalThis, { skein: viewer }); // for tests, and for scripts in the browser's console
}, (problem: unknown) => {
    const message = document.createElement("p");
    message.setAttribute("role", "alert");
    message.className = "problem";
    message.textContent = messageOf(problem);
    document.body.append(message);
});
