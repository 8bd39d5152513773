// The viewer: draws any FlockSource, and owns the camera, the controls and the legend.

import type { Scene } from "./scene.ts";
import type { FlockSource } from "./source.ts";

/** What a viewer shows. */
export interface Show {
    readonly scene: Scene;
    readonly source: FlockSource;
    /** data returns data of the page by its name, such as a mesh. */
    data(name: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Places in the page where a lesson can add its controls. */
export interface Slots {
    readonly panel: HTMLElement; // a column at the side; hidden while it is empty
    readonly bar: HTMLElement;   // in the bar at the bottom, after the buttons
}

export class Viewer {
    readonly slots: Slots;
    readonly canvas = document.createElement("canvas");
    /** time is the simulated time that the picture shows, s. */
    time = 0;
    playing = true;
    /** speed is the number of simulated seconds per second. */
    speed = 1;

    private constructor(readonly show: Show, root: HTMLElement) {
        this.slots = { panel: document.createElement("aside"), bar: document.createElement("div") };
        root.append(this.canvas, this.slots.panel, this.slots.bar);
        document.title = show.scene.title;
    }

    /** open adds the viewer to root and starts it. It fails with a message for users. */
    static async open(show: Show, root: HTMLElement): Promise<Viewer> {
        await Promise.all(show.scene.birds.flatMap(b => b.levels.map(l => show.data(l.data))));
        return new Viewer(show, root);
    }
}
