import { readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pc from 'picocolors'
import { createBundler } from '../build.mjs'
import { ROOT } from './config.ts'
import { CHANNEL_VARIABLE, joinChannel } from './dev-channel.ts'
import { type DevService, prepareService } from './dev-service.ts'
import { watchSources } from './watch-sources.ts'

const AGAIN_AFTER_MS = 500

/** The `dev` script of a service, run in its folder: runs its bundle, and a new one whenever the sources change. */
const folder = process.cwd()
const name = basename(folder)
const ownSources = join(folder, 'src')
const libraries = readdirSync(join(ROOT, 'libs')).map((library) => join(ROOT, 'libs', library, 'src'))

const address = process.env[CHANNEL_VARIABLE]
const {
  report,
  ended,
  env: given,
} = await (address ? joinChannel(address, name) : import('./dev-alone.ts').then((alone) => alone.joinInstance(name)))
const say = (text: string) => report({ type: 'line', text })

const processes = new Set<DevService>()
/** The process that answers. */
let current: DevService | undefined
/** The process that the next change starts. */
let standby: DevService | undefined
let wasReady = false
let stopping = false
let wanted: 'bundle' | 'start' | undefined = 'start'
let changedAt = performance.now()
let wake = () => {}

function want(what: 'bundle' | 'start') {
  if (wanted !== 'start') wanted = what
  wake()
}

watchSources([ownSources, ...libraries], (changed) => {
  const files = changed.filter((file) => !file.endsWith('.test.ts'))
  if (files.length === 0) return
  changedAt = performance.now()
  // A library's change does not affect every bundle; saving a service's own file always restarts it.
  want(files.some((file) => file.startsWith(ownSources)) ? 'start' : 'bundle')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())
void ended.then(end)

const bundler = await createBundler(folder, 'dev')
for (;;) {
  const next = new Promise<void>((resolve) => {
    wake = resolve
  })
  if (wanted) await update(next)
  else await next
}

async function update(changedAgain: Promise<void>) {
  const start = wanted === 'start'
  wanted = undefined
  const isNew = await bundle()
  if (isNew === undefined || (!isNew && !start)) return
  await restart(changedAgain)
}

/** Whether the program has changed; undefined if the sources cannot be bundled. */
async function bundle() {
  try {
    return await bundler.bundle()
  } catch (error) {
    for (const line of mistakesOf(error)) say(pc.red(line))
    say(current?.isRunning() ? 'goes on as it was before; saving a file tries again' : 'does not run; saving a file tries again')
    return undefined
  }
}

/**
 * The next process answers before the previous one is asked to end, without waiting for that; but two gateways cannot listen on
 * one port.
 */
async function restart(changedAgain: Promise<void>) {
  const env = { ...(await given), DRAIN_MS: '0', NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'souk-dev') }
  if (name === 'gateway') await retire()
  if (stopping) return
  const next = launch(env)
  const ready = await Promise.race([next.ready, changedAgain.then(() => 'changed' as const)])
  if (stopping) return
  if (ready === 'changed') {
    wanted = 'start'
    return next.stop()
  }
  if (!ready) {
    const former = current?.isRunning() ? ', the one before goes on' : ''
    return say(`ended at its start (${await next.ended})${former}; saving a file tries again`)
  }
  void retire() // `stop` never rejects
  current = next
  if (wasReady) say(`${pc.green('ready again')} ${pc.dim(`${((performance.now() - changedAt) / 1000).toFixed(1)} s`)}`)
  wasReady = true
  report({ ...ready, type: 'ready', pid: next.pid })
  standby = prepare(env)
  void next.ended.then((how) => (current === next ? startAgain(how) : undefined))
}

function launch(env: NodeJS.ProcessEnv) {
  const launched = standby?.isRunning() ? standby : prepare(env)
  standby = undefined
  launched.start(bundler.file)
  return launched
}

function prepare(env: NodeJS.ProcessEnv) {
  const prepared = prepareService(bundler.packages(), env, say)
  processes.add(prepared)
  void prepared.ended.then(() => processes.delete(prepared))
  return prepared
}

async function retire() {
  const former = current
  current = undefined
  await former?.stop()
}

/** Restarts a process that we did not end. */
async function startAgain(how: string) {
  if (stopping) return
  current = undefined
  report({ type: 'down' })
  say(`ended (${how}), starting it again`)
  await sleep(AGAIN_AFTER_MS)
  changedAt = performance.now()
  want('start')
}

async function end() {
  if (stopping) return
  stopping = true
  await Promise.all([...processes].map((one) => one.stop()))
  process.exit(0)
}

interface Mistake {
  text: string
  location: { file: string; line: number; column: number } | null
}

/** One line for each error: `services/cart/src/service.ts:12:4: Expected ";" but found "x"`. */
function mistakesOf(error: unknown) {
  const { errors } = error as { errors?: readonly Mistake[] }
  if (!errors) return [String(error)]
  return errors.map(({ text, location }) => {
    if (!location) return text
    const file = relative(ROOT, join(folder, location.file))
    return `${file}:${location.line}:${location.column + 1}: ${text}`
  })
}
