// Outputs that describe the visible surface: its normal and its motion.
uniform vec2 motionScale; // half the size of the image, pixels; negative if the other time is earlier

centroid in vec3 normal;
in vec4 clipNow;
in vec4 clipMoved;
layout(location = 2) out vec4 surfaceNormal; // unit vector in the world, towards the viewer
layout(location = 3) out vec2 motion;        // pixels to the right and up until the next frame

// Writes the surface. side is -1 if its normal points away from the viewer, and 1 otherwise.
void writeSurface(float side) {
    surfaceNormal = vec4(side * normalize(normal), 0.0);
    // A point that moves behind the camera has no position in the image at the other time.
    motion = clipMoved.w > 0.0 ? motionScale * (clipMoved.xy / clipMoved.w - clipNow.xy / clipNow.w) : vec2(0.0);
}
