// Motion of a vertex: its positions in clip space now and at another time.
uniform mat4 movedViewProjection; // viewProjection at the other time

out vec4 clipNow;
out vec4 clipMoved;

// Sets the world position of the vertex at the other time. Set gl_Position before the call.
void moveTo(vec3 world) {
    clipNow = gl_Position;
    clipMoved = movedViewProjection * vec4(world, 1.0);
}
