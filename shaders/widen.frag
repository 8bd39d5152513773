#version 410 core
uniform sampler2D source; // the ground with half as many columns; a: coverage
uniform vec2 size;       // size of the image, pixels

out vec4 colour;

// Divides by the coverage, so that empty texels have no effect at the edges of the ground. The
// coverage is at least 1/256, which is less than a step of 8 bits.
void main() {
    vec4 c = texture(source, gl_FragCoord.xy / size);
    colour = vec4(c.rgb / max(c.a, 1.0 / 256.0), 1.0);
}
