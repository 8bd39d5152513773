// Checks a .glb that skein exported: validates it with the Khronos validator, plays it
// with three.js, and compares the birds with the CSV of the same recording, and the camera with
// its CSV.
//
//   node glb.mjs run.glb run.csv [run_camera.csv]

import fs from "node:fs";
import validator from "gltf-validator";
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const [glb, csv, cameraCSV] = process.argv.slice(2);
const bytes = fs.readFileSync(glb);

function fail(text) {
  console.error(`${glb}: ${text}`);
  process.exit(1);
}

const report = await validator.validateBytes(new Uint8Array(bytes));
const { numErrors, numWarnings, numInfos, numHints, messages } = report.issues;
if (numErrors + numWarnings > 0) fail(JSON.stringify(messages.slice(0, 5)));

// three.js needs these parts of a browser for textures.
globalThis.self = globalThis;
globalThis.createImageBitmap = async () => ({ width: 1, height: 1, close() {} });

const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const gltf = await new GLTFLoader().parseAsync(buffer, "");
if (gltf.animations.length !== 1) fail(`${gltf.animations.length} animations, want 1`);
const mixer = new THREE.AnimationMixer(gltf.scene);
const action = mixer.clipAction(gltf.animations[0]);
action.setLoop(THREE.LoopOnce).clampWhenFinished = true;
action.play();

const table = (name) => fs.readFileSync(name, "utf8").trim().split("\n").map((line) => line.split(","));
const [head, ...rows] = table(csv);
const column = (row, name) => Number(row[head.indexOf(name)]);
const start = column(rows[0], "time");

// With several species, each has its own mesh. The names of its birds begin with the
// species, and their parent is a node of that name.
const speciesOf = (row) => row[head.indexOf("species")];
const species = new Set(rows.map(speciesOf));
const prefixOf = (row) => (species.size > 1 ? speciesOf(row).replaceAll("-", "_") : "bird");
const node = (row, id) => gltf.scene.getObjectByName(`${prefixOf(row)}_${String(id).padStart(4, "0")}`);
const birds = new Map();
for (const row of rows) {
  const id = column(row, "id");
  if (birds.has(id)) continue;
  const bird = node(row, id) ?? fail(`no node for ${prefixOf(row)} ${id}`);
  const parent = species.size > 1 ? prefixOf(row) : "flock";
  if (bird.parent.name !== parent) fail(`${bird.name} is below ${bird.parent.name}, want ${parent}`);
  birds.set(id, bird);
}
const geometries = new Set([...birds.values()].map((bird) => bird.geometry.uuid));
if (geometries.size !== species.size) fail(`${geometries.size} meshes for ${birds.size} birds, want one for each of ${species.size} species`);

// phaseOf returns the phase of the wingbeat from a mesh's weights. The name of a morph
// target ends in the phase at which only that target is on; at phase 0 all are off.
function phaseOf(mesh) {
  const names = Object.entries(mesh.morphTargetDictionary);
  const at = [0, ...names.map(([name]) => Number(name.split(" ")[1])), 1];
  const w = [0, ...mesh.morphTargetInfluences, 0];
  w[0] = w[w.length - 1] = 1 - w.reduce((a, b) => a + b, 0);
  const k = w.slice(0, -1).reduce((best, v, i) => (v + w[i + 1] > w[best] + w[best + 1] + 1e-6 ? i : best), 0);
  return (at[k] + w[k + 1] * (at[k + 1] - at[k])) % 1;
}

const worst = { position: 0, heading: 0, up: 0, phase: 0 };
const q = new THREE.Quaternion();
const vector = (row, ...names) => new THREE.Vector3(...names.map((name) => column(row, name)));
let time = -1;
for (const row of rows) {
  if (column(row, "time") !== time) mixer.setTime((time = column(row, "time")) - start);
  const bird = birds.get(column(row, "id"));
  const note = (what, off) => (worst[what] = Math.max(worst[what], off));
  note("position", bird.position.distanceTo(vector(row, "px", "py", "pz")));
  q.copy(bird.quaternion);
  note("heading", new THREE.Vector3(0, 0, 1).applyQuaternion(q).distanceTo(vector(row, "vx", "vy", "vz").normalize()));
  note("up", new THREE.Vector3(0, 1, 0).applyQuaternion(q).distanceTo(vector(row, "ux", "uy", "uz")));
  const off = Math.abs(phaseOf(bird) - column(row, "phase")) % 1;
  note("phase", Math.min(off, 1 - off));
}
if (cameraCSV) {
  const [names, ...views] = table(cameraCSV);
  const node = gltf.scene.getObjectByName("camera") ?? fail("no node camera");
  const camera = node.isCamera ? node : node.children[0];
  action.reset(); // the action has ended
  for (const view of views) {
    const [at, px, py, pz, qw, qx, qy, qz] = ["time", "px", "py", "pz", "qw", "qx", "qy", "qz"].map((name) => Number(view[names.indexOf(name)]));
    mixer.setTime(at - start);
    const off = node.position.distanceTo(new THREE.Vector3(px, py, pz)) + node.quaternion.angleTo(new THREE.Quaternion(qx, qy, qz, qw));
    if (!(off <= 1e-3)) fail(`at ${at} s the camera is off by ${off}`);
  }
  const fov = Number(views[0][names.indexOf("fov")]);
  if (!(Math.abs(camera.fov - fov) < 1e-3)) fail(`the camera sees ${camera.fov} degrees, want ${fov}`);
  console.log(`${glb}: the camera agrees with ${cameraCSV} in ${views.length} frames`);
}
const limits = { position: 1e-4, heading: 1e-4, up: 1e-4, phase: 2e-3 };
for (const [what, limit] of Object.entries(limits)) {
  if (!(worst[what] <= limit)) fail(`${what} is off by ${worst[what]}, want at most ${limit}`);
}
console.log(`${glb}: ${birds.size} birds, ${rows.length} rows: valid (${numInfos + numHints} notes); three.js ${THREE.REVISION} ` +
  `plays it with errors of ${Object.entries(worst).map(([what, off]) => `${what} ${off.toExponential(1)}`).join(", ")}`);
