// Runs the core under node: node drive.mjs wasm_exec.js core.wasm. It reads a list of calls as JSON from standard
// input, such as ["step", 10], and prints the list of results. An object {"base64": "…"} in a call is an
// array of bytes, null an absent checkpoint.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [runtime, core] = process.argv.slice(2);
createRequire(import.meta.url)(runtime);
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(readFileSync(core), go.importObject);
void go.run(instance);

const results = JSON.parse(readFileSync(0, "utf8")).map(([name, ...args]) => {
    const result = globalThis.skein[name](...args.map(a => a?.base64 ? new Uint8Array(Buffer.from(a.base64, "base64")) : a));
    return result instanceof Error ? { error: result.message } : result;
});
process.stdout.write(JSON.stringify(results), () => process.exit(0));
