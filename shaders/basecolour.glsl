// Base colour of a solid.
uniform sampler2D surface;
uniform vec4 base;    // factor for the texture and the vertex colour
uniform float cutoff; // pixels with a lower opacity are discarded

// Returns the colour and the opacity for a vertex colour at texture coordinates uv.
vec4 baseColour(vec4 ownColour, vec2 uv) { return base * ownColour * texture(surface, uv); }
