// Small helpers for WebGL 2.

export type GL = WebGL2RenderingContext;

/** program compiles a program. The location of an attribute is its index in attributes. */
export function program(gl: GL, vertex: string, fragment: string, attributes: readonly string[] = []): WebGLProgram {
    const p = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
        const shader = gl.createShader(kind);
        if (shader == null) throw new Error("WebGL cannot create a shader.");
        gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n${text}`);
        gl.compileShader(shader);
        gl.attachShader(p, shader);
        gl.deleteShader(shader);
    }
    attributes.forEach((name, k) => { gl.bindAttribLocation(p, k, name); });
    gl.linkProgram(p);
    if (gl.getProgramParameter(p, gl.LINK_STATUS) !== true && !gl.isContextLost()) {
        const shaders = gl.getAttachedShaders(p) ?? [];
        throw new Error(`WebGL cannot link a program: ${gl.getProgramInfoLog(p) ?? ""} ${shaders.map(s => gl.getShaderInfoLog(s) ?? "").join(" ")}`);
    }
    return p;
}

/** Uniforms finds the uniforms of a program by name. It looks up each uniform only once. */
export class Uniforms {
    private readonly known = new Map<string, WebGLUniformLocation | null>();
    constructor(private readonly gl: GL, readonly program: WebGLProgram) {}

    at(name: string): WebGLUniformLocation | null {
        let found = this.known.get(name);
        if (found === undefined) {
            found = this.gl.getUniformLocation(this.program, name);
            this.known.set(name, found);
        }
        return found;
    }
}

/** floatTexture returns a texture of 32-bit floats that is read texel by texel. */
export function floatTexture(gl: GL, width: number, height: number, texels: Float32Array): WebGLTexture {
    const t = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, t);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, texels);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return t;
}

/** staticBuffer returns a buffer with data that does not change. */
export function staticBuffer(gl: GL, target: GLenum, data: BufferSource): WebGLBuffer {
    const b = gl.createBuffer();
    gl.bindBuffer(target, b);
    gl.bufferData(target, data, gl.STATIC_DRAW);
    return b;
}
