// Returns the light of a window in direction d: the sky reflected in its glass, and the room. The
// reflection is similar to Schlick's Fresnel term. Its limits, the tilt of panes and the light of
// rooms were chosen by eye.
vec3 windowOf(float style, Wall wall, vec3 place, vec3 d, vec3 n) {
    vec3 leaning = normalize(n + 0.03 * wall.pane * vec3(n.z, 0.6, -n.x));
    vec3 r = reflect(d, leaning);
    vec3 mirrored = sky(vec3(r.x, max(r.y, 0.0), r.z));
    // The reflected ground is attenuated by the air on the way.
    if (r.y < 0.0) mirrored = mix(mirrored, groundRadiance.rgb, clearness(max(place.y, 0.0) / -r.y));
    float edge = 1.0 - abs(dot(n, d));
    float e2 = edge * edge;
    float shine = (style == float(GLASS) ? 0.22 : 0.08) + 0.7 * e2 * e2 * edge;
    float evening = clamp(1.6 - 4.0 * sunDirection.y, 0.0, 1.0);
    vec3 room = vec3(0.010, 0.012, 0.016) + wall.lit * evening * vec3(0.85, 0.43, 0.15);
    return mix(room, mirrored, shine);
}
