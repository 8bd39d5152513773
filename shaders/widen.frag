#version 410 core
uniform sampler2D source; // the ground with half as many columns; a: coverage
uniform vec2 size;       // size of the image, pixels

out vec4 colour;

// At the edges of the ground, divides by the coverage, so that the empty side has no effect. The
// coverage is at least 1/256, which is less than a step of 8 bits.
void main() {
    vec4 c = texture(source, gl_FragCoord.xy / size);
    colour = vec4(c.rgb / max(c.a, 1.0 / 256.0), 1.0);
}
