// The program of a page with a recorded flock.

import { embeddedBytes, embeddedJSON } from "./data.ts";
import { Recorded, type FlightAbout } from "./recorded.ts";
import type { Scene } from "./scene.ts";
import { Viewer } from "./viewer.ts";

async function main(): Promise<Viewer> {
    const scene = embeddedJSON("skein-scene") as Scene & { flight: FlightAbout };
    const data = (name: string) => embeddedBytes(`skein-data-${name}`);
    const [flight, camera] = await Promise.all([data("flight"), data("camera")]);
    const source = new Recorded(scene.flight, flight, new Float32Array(camera.buffer, 0, Math.floor(camera.length / 4)));
    return Viewer.open({ scene, source, data }, document.body);
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
