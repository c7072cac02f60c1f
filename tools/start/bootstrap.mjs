// The first thing that runs in a fresh clone: plain JavaScript with Node's own modules only, until the dependencies are
// installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LOCKFILE = join(ROOT, 'package-lock.json')
const INSTALL_TIMEOUT_MS = 10 * 60 * 1000
const PROGRESS_MS = 5000
/** By default npm waits more than a minute for an unreachable registry, and up to five for one that hangs. */
const NO_LONG_WAITS = [
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=500',
  '--fetch-retry-maxtimeout=2000',
  '--fetch-timeout=60000',
]
const UNREACHABLE =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENETUNREACH|EHOSTUNREACH|FETCH_ERROR|ERR_SOCKET_TIMEOUT/
/** Outside the checkout, because npm ci empties node_modules. */
const INSTALL_LOCK = join(tmpdir(), `souk-install-${createHash('sha256').update(ROOT).digest('hex').slice(0, 16)}`)
const [command, ...args] = process.argv.slice(2)

checkNode()
await installDependencies()
process.exit(await runCommand())

/** Checks the same versions as npm: installed packages refuse others with unhelpful messages. */
function checkNode() {
  const { node: wanted } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).engines
  if (wanted.split(' || ').some(isThisNode)) return
  fail(`Souk needs Node ${wanted}, this is ${process.versions.node}. With nvm: nvm install && nvm use`)
}

/** @param range `^22.12`: this release line from there on; `>=24`: this one and all later ones */
function isThisNode(range) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [, sign, wantedMajor, wantedMinor = '0'] = /^(\^|>=)(\d+)(?:\.(\d+))?$/.exec(range)
  if (major === Number(wantedMajor)) return minor >= Number(wantedMinor)
  return sign === '>=' && major > Number(wantedMajor)
}

/** With `--json`, standard output is only for the JSON object. */
function say(line) {
  if (args.includes('--json')) console.error(line)
  else if (!args.includes('--quiet')) console.log(line)
}

async function installDependencies() {
  if (isInstalled()) return
  await waitForOtherInstall()
  if (isInstalled()) return
  const install = isComplete(readLock(LOCKFILE)) ? ['ci'] : ['install', '--no-save']
  say(`Installing dependencies (npm ${install.join(' ')})`)
  const startedAt = Date.now()
  const progress = setInterval(() => {
    say(`  ${Math.round((Date.now() - startedAt) / 1000)} s, ${countInstalled()} packages so far`)
  }, PROGRESS_MS)
  const problem = await runNpm([...install, '--no-progress', '--loglevel=error', ...NO_LONG_WAITS])
  clearInterval(progress)
  if (problem !== undefined) fail(`npm ${install[0]} failed${problem}. Then run the same command again`)
  say(`Dependencies installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  releaseInstall()
}

/** @returns undefined on success, otherwise the reason and a remedy; npm's own output is already on the screen */
function runNpm(npmArgs) {
  // Other package managers put their own path there, and have other options.
  const startedBy = process.env.npm_execpath
  const isNpm = startedBy !== undefined && /^npm(-cli)?\.[cm]?js$/.test(basename(startedBy))
  const [program, first] = isNpm ? [process.execPath, [startedBy]] : ['npm', []]
  const stdout = args.includes('--json') ? process.stderr : args.includes('--quiet') ? 'ignore' : 'inherit'
  const npm = spawn(program, [...first, ...npmArgs], {
    cwd: ROOT,
    stdio: ['inherit', stdout, 'pipe'],
    shell: program === 'npm' && process.platform === 'win32',
  })
  let said = ''
  npm.stderr.on('data', (text) => {
    said += text
    process.stderr.write(text)
  })
  return new Promise((resolve) => {
    npm.once('error', (error) => resolve(`: ${error.message}`))
    npm.once('close', (status) => {
      if (status === 0) return resolve(undefined)
      const [code] = UNREACHABLE.exec(said) ?? []
      if (code === undefined) return resolve('; what it says stands above')
      const registry = /request to (\S+?:\/\/[^/\s]+)/.exec(said)?.[1] ?? 'its registry'
      resolve(`: it cannot reach ${registry} (${code}). Look at the network, the proxy, and npm config get registry`)
    })
  })
}

function countInstalled() {
  const paths = Object.keys(readLock(LOCKFILE) ?? {}).filter((path) => path.includes('node_modules/'))
  return paths.filter((path) => existsSync(join(ROOT, path, 'package.json'))).length
}

/** Whether node_modules matches the lockfile. Compares contents: a checkout changes times, not packages. */
function isInstalled() {
  const installed = readLock(join(ROOT, 'node_modules', '.package-lock.json'))
  const wanted = readLock(LOCKFILE)
  if (!installed || !wanted) return false
  return Object.entries(wanted).every(([path, entry]) => {
    const there = installed[path]
    if (path === '' || (entry.optional && !there) || !path.includes('node_modules/')) return true
    return there !== undefined && there.version === entry.version && there.integrity === entry.integrity
  })
}

/**
 * Whether the lockfile names every optional package, including those of other platforms: npm ci refuses an incomplete one, and
 * npm writes one if its registry lacks some of them. npm install takes the same versions from it and skips the rest.
 */
function isComplete(packages = {}) {
  const paths = Object.keys(packages)
  const names = new Set(paths.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)))
  const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
  return optional.every((name) => names.has(name))
}

function readLock(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

/**
 * Two concurrent first starts must not both write node_modules: only the one that has created the lock file may, until it ends.
 */
async function waitForOtherInstall() {
  for (let told = false; ; ) {
    try {
      writeFileSync(INSTALL_LOCK, String(process.pid), { flag: 'wx' })
      process.once('exit', releaseInstall)
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isInstalling()) rmSync(INSTALL_LOCK, { force: true })
    else if (!told) say('Another start is installing the dependencies; waiting for it')
    told = true
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

function isInstalling() {
  try {
    process.kill(Number(readFileSync(INSTALL_LOCK, 'utf8')), 0)
    return Date.now() - statSync(INSTALL_LOCK).mtimeMs < INSTALL_TIMEOUT_MS
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function releaseInstall() {
  try {
    if (readFileSync(INSTALL_LOCK, 'utf8') === String(process.pid)) rmSync(INSTALL_LOCK, { force: true })
  } catch {
    // already released
  }
}

/** Runs TypeScript in this process: one less between a signal and its recipient. */
async function runCommand() {
  if (command === 'test') return runVitest()
  try {
    const { register } = await import('tsx/esm/api')
    register()
    const commands = await import(pathToFileURL(join(ROOT, 'tools', 'start', 'commands.ts')).href)
    return await commands.runCommand(command ?? '', args, process.env)
  } catch (error) {
    if (process.env.DEBUG) console.error(error)
    return fail(error instanceof Error ? error.message : String(error))
  }
}

async function runVitest() {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
