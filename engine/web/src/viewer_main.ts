// The program of a page with a recorded flock.

import { embeddedBytes, embeddedJSON } from "./data.ts";
import type { Scene } from "./scene.ts";

void embeddedBytes("skein-data-flight").then(bytes => {
    const scene = embeddedJSON("skein-scene") as Scene;
    document.title = `${scene.title} (${bytes.length})`;
});
