// node pixar.mjs NAME ...: opens NAME.usda and NAME.usdc with Pixar's USD, which three-usdz-loader
// contains, and rewrites both layers as text. The texts must be equal, and their numbers differ by less
// than a millionth. The first argument @ prints the time that each layer takes to open instead.
import { readFileSync } from 'node:fs'
import { pixarUSD } from './pixar_usd.mjs'

const problems = []
const usd = await pixarUSD((line) => /^(Error|Runtime Error)/.test(line) && problems.push(line))

function text(name) {
  usd.FS.writeFile('/' + name, new Uint8Array(readFileSync(name)))
  const start = process.cpuUsage()
  const stage = usd.UsdStage.Open('/' + name)
  if (!stage) {
    console.error(`${name}: Pixar's USD cannot open it: ${problems}`)
    process.exit(1)
  }
  const { user, system } = process.cpuUsage(start)
  if (timed) console.log(`${name}: opened in ${((user + system) / 1e6).toFixed(2)} s of processor time`)
  return timed ? '' : stage.GetRootLayer().ExportToString()
}

// near reports whether two lines differ only by rounding.
function near(a, b) {
  const [x, y] = [a, b].map((line) => line?.split(/([-+.\de]*\d[-+.\de]*)/) ?? [])
  return x.length === y.length && x.every((word, k) => word === y[k] || Math.abs(word - y[k]) <= 1e-6 * Math.abs(word))
}

const names = process.argv.slice(2)
const timed = names[0] === '@'
for (const name of timed ? names.slice(1) : names) {
  const [plain, binary] = [text(`${name}.usda`), text(`${name}.usdc`)].map((t) => t.replaceAll('\r', ''))
  const lines = [plain.split('\n'), binary.split('\n')]
  const k = lines[0].findIndex((line, i) => line !== lines[1][i] && !near(line, lines[1][i]))
  if (k >= 0 || lines[0].length !== lines[1].length || problems.length > 0) {
    console.error(`${name}: Pixar's USD reads ${lines[1][k]?.slice(0, 200)} in the binary layer, want ${lines[0][k]?.slice(0, 200)}; ${problems}`)
    process.exit(1)
  }
  if (!timed) console.log(`Pixar's USD: ${lines[0].length} lines of ${name}.usda and ${name}.usdc are equal`)
}
process.exit(0)
