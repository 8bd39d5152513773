// Draws pictures of a flock. If the browser discards the data on the graphics card, it creates the data again.

import { Backdrop, type Sky } from "./backdrop.ts";
import { Birds, type Tint } from "./birds.ts";
import type { GL } from "./gl.ts";
import { viewProjection } from "./maths.ts";
import type { Mesh } from "./mesh.ts";
import { Ribbons, type Trace } from "./ribbons.ts";
import type { Scene } from "./scene.ts";
import { Solids, type SolidMesh } from "./solids.ts";
import type { Instances, View } from "./source.ts";

export interface Picture {
    readonly birds: Instances;
    readonly count: number;
    readonly view: View;
    readonly time: number;
    readonly tint: Tint;
    readonly traces: readonly Trace[];
    readonly places: Float32Array | undefined; // placements of the obstacles; undefined: those at the start
}

interface Held { readonly backdrop: Backdrop; readonly birds: Birds; readonly ribbons: Ribbons; readonly solids: Solids | undefined }

const wireWidth = 0.016; // m
const wireInk = [0.02, 0.02, 0.021, 1] as const; // a wire is nearly black in front of the sky

/** isSoftware reports whether the processor draws instead of a graphics card. */
function isSoftware(): boolean {
    const gl = document.createElement("canvas").getContext("webgl2"), info = gl?.getExtension("WEBGL_debug_renderer_info");
    if (gl == null) return false;
    const name: unknown = gl.getParameter(info == null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL);
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return typeof name === "string" && /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export class Renderer {
    private readonly gl: GL;
    private held: Held | undefined;
    /** draft says whether the sky and the ground have only half the pixels in each direction. */
    draft: boolean;
    private readonly wires: readonly Trace[];

    constructor(private readonly canvas: HTMLCanvasElement, private readonly scene: Scene, private readonly sky: Sky, private readonly meshes: readonly (readonly Mesh[])[],
        private readonly solids: SolidMesh | undefined) {
        this.wires = (scene.wires ?? []).map(line => ({ points: line.flatMap(p => [...p, 0]), ink: wireInk, leading: wireInk, width: wireWidth, fades: false }));
        this.draft = isSoftware();
        const gl = canvas.getContext("webgl2", { alpha: false, antialias: !this.draft, powerPreference: "high-performance" });
        if (gl == null) throw new Error("This browser cannot show 3D, because it does not support WebGL 2.");
        this.gl = gl;
        canvas.addEventListener("webglcontextlost", e => {
            e.preventDefault();
            this.held = undefined;
        });
    }

    /** draw draws a picture of the canvas's size. While the graphics card is lost, it does nothing. */
    draw(p: Picture): void {
        const { gl, canvas } = this;
        if (gl.isContextLost()) return;
        this.held ??= this.make();
        const { backdrop, birds, ribbons } = this.held, { view } = p;
        const aspect = canvas.width / canvas.height, exposure = this.scene.light.exposure * this.sky.gain(view, aspect);
        const matrix = viewProjection(view.rotation, view.fov, aspect, 0.05, 4000), pixel = 2 * Math.tan(view.fov / 2) / canvas.height;
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.depthMask(true);
        gl.clear(gl.DEPTH_BUFFER_BIT);
        backdrop.draw(view, canvas, exposure, p.time, this.draft ? 2 : 1);
        this.held.solids?.draw(view, matrix, exposure, p.places);
        birds.draw(p.birds, p.count, view, matrix, canvas.height, exposure, p.tint);
        ribbons.clear();
        for (const t of [...this.wires, ...p.traces]) ribbons.add(t, view, pixel);
        ribbons.draw(matrix);
    }

    private make(): Held {
        const { gl, scene } = this;
        return {
            backdrop: new Backdrop(gl, this.sky), birds: new Birds(gl, scene, this.meshes), ribbons: new Ribbons(gl),
            solids: this.solids === undefined ? undefined : new Solids(gl, scene.light, this.solids),
        };
    }
}
