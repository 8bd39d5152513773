// Draws the obstacles. Go's encodeStands in surroundings.go describes the encoding of their data.

import { setAir, setAmbient } from "./backdrop.ts";
import { program, staticBuffer, Uniforms, type GL } from "./gl.ts";
import type { Light, SolidsAbout } from "./scene.ts";
import { solidAttributes, solidFragment, solidVertex } from "./shaders.ts";
import type { View } from "./source.ts";

/** The triangles of all obstacles, as parts of the page's data. */
export interface SolidMesh {
    readonly indices: Uint8Array;
    readonly positions: Uint8Array; // three 32-bit floats for each vertex
    readonly normals: Uint8Array;   // three signed bytes
    readonly colours: Uint8Array;   // three bytes in sRGB
    readonly triangles: number;
}

/** decodeSolids returns the mesh of the obstacles. It fails if the data does not fit the description. */
export function decodeSolids(about: SolidsAbout, data: Uint8Array<ArrayBuffer>): SolidMesh {
    const { vertices: n, triangles } = about;
    if (![n, triangles].every(x => Number.isSafeInteger(x) && x > 0) || data.length !== 12 * triangles + 18 * n) throw new Error("The data of the obstacles is damaged.");
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    for (let k = 0; k < 3 * triangles; k++) if (view.getUint32(4 * k, true) >= n) throw new Error("The data of the obstacles is damaged.");
    const at = 12 * triangles;
    return {
        indices: data.subarray(0, at), positions: data.subarray(at, at + 12 * n), normals: data.subarray(at + 12 * n, at + 15 * n),
        colours: data.subarray(at + 15 * n), triangles,
    };
}

export class Solids {
    private readonly u: Uniforms;
    private readonly vertexArray: WebGLVertexArrayObject;

    constructor(private readonly gl: GL, private readonly light: Light, private readonly mesh: SolidMesh) {
        this.u = new Uniforms(gl, program(gl, solidVertex, solidFragment, solidAttributes));
        this.vertexArray = gl.createVertexArray();
        gl.bindVertexArray(this.vertexArray);
        staticBuffer(gl, gl.ELEMENT_ARRAY_BUFFER, mesh.indices.slice());
        const attributes = [[mesh.positions, gl.FLOAT, false], [mesh.normals, gl.BYTE, true], [mesh.colours, gl.UNSIGNED_BYTE, true]] as const;
        attributes.forEach(([bytes, type, normalized], k) => {
            staticBuffer(gl, gl.ARRAY_BUFFER, bytes.slice());
            gl.enableVertexAttribArray(k);
            gl.vertexAttribPointer(k, 3, type, normalized, 0, 0);
        });
        gl.bindVertexArray(null);
    }

    draw(view: View, matrix: Float32Array, exposure: number): void {
        const { gl, u, light } = this;
        gl.useProgram(u.program);
        setAir(gl, u, light, exposure);
        setAmbient(gl, u, light);
        gl.uniform3f(u.at("eye"), ...view.eye);
        gl.uniformMatrix4fv(u.at("viewProjection"), false, matrix);
        gl.depthMask(true);
        gl.enable(gl.DEPTH_TEST);
        gl.bindVertexArray(this.vertexArray);
        gl.drawElements(gl.TRIANGLES, 3 * this.mesh.triangles, gl.UNSIGNED_INT, 0);
    }
}
