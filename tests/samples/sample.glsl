#version 330 core
#define LIMIT 3
layout(location = 0) in vec3 position;
uniform mat4 view[2];
out vec4 colour;
struct Light { vec3 at; float power; };
const float values[2] = float[2](1.0, 2.5);
float work(in vec3 p, inout int n) {
    for (int i = 0; i < LIMIT; i++) { if (p.x > 0.5) continue; else break; }
    while (n > 3) { n--; }
    Light light = Light(p, 1.0);
    return dot(p.xyz, light.at) - -values[0];
}
void main() {
    int n = 5;
    switch (n) { case 1: discard; default: break; }
    colour = view[0] * vec4(position, n > 2 ? work(position, n) : 0.0);
}
