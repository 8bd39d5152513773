// What covers a solid.
uniform sampler2D surface;
uniform vec4 base;    // multiplied in
uniform float cutoff; // opacity below which nothing is there

// Colour and opacity of a place of the colour own, at a place of the texture.
vec4 baseColour(vec4 ownColour, vec2 uv) { return base * ownColour * texture(surface, uv); }
