import { freePort, isFree } from '../infra/ports.ts'
import { startWatchdog } from '../infra/watchdog.ts'
import { readFlags } from './arguments.ts'
import { besideInstance } from './beside-instance.ts'
import { readStartConfig, type StartConfig } from './config.ts'
import { describeInstance } from './describe-instance.ts'
import type { DevJson } from './dev-json.ts'
import { findInstance } from './find-instance.ts'
import { listenForEnd } from './listen-for-end.ts'
import { createProgress } from './progress.ts'
import { createOutput, type Output, secondsSinceStart } from './start-output.ts'
import { supervise } from './supervise.ts'
import { turboServices } from './turbo-services.ts'
import { untilReady } from './until-ready.ts'

export const HELP = `npm run dev

Every service in watch mode, on the servers of this home's running instance, or on servers of its own. A saved file restarts
the services that it is part of; one that cannot be bundled is named, and the service goes on as it was. Ctrl-C ends it.

One service beside a running instance: npx turbo dev --filter=@souk/cart

PORT (default 9000, another one when that is in use), SOUK_HOME (.souk), LOG_LEVEL (warn).`

/**
 * `npm run dev`: every service in watch mode under turbo, on the servers of this home's running instance, or as a separate
 * instance. Resolves to the exit code.
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  readFlags(args, [])
  const found = readStartConfig(env, { starts: true })
  const output = createOutput({ home: found.home, env, detached: false, json: false, quiet: false })
  const running = await findInstance(found.home)
  const config = { ...found, port: await choosePort(found) }
  if (running) return runBeside(running, config, env, output)
  const code = await supervise({
    config,
    env,
    fresh: false,
    detached: false,
    services: turboServices({ onLine: output.onLine, onEnd: giveUp }),
    print: output.print,
    onLine: output.onLine,
    onReady: (dev) => output.ready(dev, secondsSinceStart()),
  })
  if (code === undefined) throw new Error(`another process has just started in ${found.home}: try again`)
  return process.exitCode === undefined ? code : Number(process.exitCode)
}

/** Without turbo nothing is watched: everything is stopped in order. */
function giveUp(why: string) {
  console.error(why)
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
}

async function runBeside(running: DevJson, config: StartConfig, env: NodeJS.ProcessEnv, output: Output) {
  const { home, port, logLevel } = config
  const stopping = new AbortController()
  const { ended, interrupted } = listenForEnd(env, stopping, false)
  const services = turboServices({ onLine: output.onLine, onEnd: giveUp })
  const watchdog = startWatchdog()
  const progress = createProgress(output.print)
  const baseUrl = `http://127.0.0.1:${port}`

  async function start() {
    output.print(`On the servers of the running instance (process ${running.pid}), which goes on answering beside us`)
    const beside = await besideInstance(home, running)
    await progress.step(services.preparing, services.prepare)
    const { seed } = await import('../seed/seed.ts')
    const facts = await progress.step('Seed', () => seed({ mongodbUrl: running.mongodb_url, secrets: beside.secrets }))
    const environment = { ...beside, env, facts, logLevel, port }
    const parts = services.create(environment, watchdog, { onLine: output.onLine, onChange: () => {} })
    await progress.step('Services and gateway', async () => {
      await Promise.all(parts.map((part) => part.start()))
      await untilReady(baseUrl, stopping.signal)
    })
    const dev = await describeInstance({ baseUrl, ...beside, facts, processes: [] })
    output.ready(dev, secondsSinceStart(), { files: false })
  }

  const starting = start()
  await Promise.race([starting, ended]).catch((error) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    stopping.abort()
    return undefined
  })
  if (process.exitCode === undefined) await ended
  starting.catch(() => {})
  await Promise.race([services.close(), interrupted])
  watchdog.close()
  return Number(process.exitCode ?? 0)
}

async function choosePort({ port }: StartConfig) {
  if (port === 0) return freePort()
  if (await isFree(port)) return port
  const other = await freePort()
  console.log(`Port ${port} is in use, by a running instance for example: the gateway takes ${other}`)
  return other
}
