// pixarUSD returns Pixar's USD, which three-usdz-loader contains. It calls complain with every line that USD
// writes to its log.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { tmpdir } from 'node:os'

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('three-usdz-loader/package.json')), 'external')
const program = join(folder, 'emHdBindings.js')

// The program is built for browsers only: these parts let it load its files in Node, also in its threads.
const browser = `
globalThis.location = { pathname: ${JSON.stringify(folder + '/')}, href: 'file:' }
globalThis.fetch = undefined
globalThis.XMLHttpRequest = class {
  open() {}
  send() {
    const data = require('fs').readFileSync(${JSON.stringify(join(folder, 'emHdBindings.data'))})
    Object.assign(this, { status: 200, response: data.buffer.slice(data.byteOffset, data.byteOffset + data.length) })
    setTimeout(() => this.onload(), 0)
  }
}
`
new Function('require', browser)(require)
const thread = join(tmpdir(), `skein-usd-${process.pid}.js`)
writeFileSync(thread, browser + readFileSync(program, 'utf8'))
process.on('exit', () => require('node:fs').rmSync(thread, { force: true }))

export async function pixarUSD(complain) {
  const usd = await require(program)({
    locateFile: (name) => join(folder, basename(name)), mainScriptUrlOrBlob: thread,
    print: () => {}, printErr: complain,
  }, folder)
  await usd.ready
  return usd
}
