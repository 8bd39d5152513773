// Motion of a vertex: its positions in clip space now and at another time.
uniform mat4 movedViewProjection; // viewProjection at the other time

out vec4 clipNow;
out vec4 clipMoved;

// Sets the place of the vertex in the world at the other time. gl_Position must be set before.
void moveTo(vec3 world) {
    clipNow = gl_Position;
    clipMoved = movedViewProjection * vec4(world, 1.0);
}
