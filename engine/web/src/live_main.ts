// The program of a page with a flock that the page simulates.

import { embeddedBytes, embeddedJSON, packedBytes } from "./data.ts";
import { Lesson } from "./lesson.ts";
import { LiveSource } from "./live.ts";
import type { Scene } from "./scene.ts";
import { Viewer } from "./viewer.ts";

/** What Go's Lesson in lesson.go adds to the scene. */
interface About { readonly text: string; readonly size: number }

async function main(): Promise<Viewer> {
    const scene = embeddedJSON("skein-scene") as Scene, about = embeddedJSON("skein-lesson") as About;
    const data = (name: string) => embeddedBytes(`skein-data-${name}`);
    const [program, start] = await Promise.all([data("worker"), data("start")]);
    const source = await LiveSource.open(new TextDecoder().decode(program), packedBytes("skein-data-core").buffer, about.text,
        start.length > 0 ? start.buffer : null, about.size, scene.traceSeconds);
    const viewer = await Viewer.open({ scene, source, data }, document.body);
    document.body.classList.add("lesson");
    new Lesson(viewer, source);
    return viewer;
}

void main().then(viewer => {
    Object.assign(globalThis, { skein: viewer }); // for tests, and for scripts in the browser's console
}, (problem: unknown) => {
    const message = document.createElement("p");
    message.setAttribute("role", "alert");
    message.className = "problem";
    message.textContent = problem instanceof Error ? problem.message : String(problem);
    document.body.append(message);
});
