import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { writeAddresses } from '../../deploy/credentials/write-addresses.ts'
import { freePort, isFree } from '../infra/ports.ts'
import { startInfra } from '../infra/start-infra.ts'
import { startWatchdog } from '../infra/watchdog.ts'
import { seed } from '../seed/seed.ts'
import { readFlags } from './arguments.ts'
import { ROOT, readStartConfig, SERVICES, type StartConfig } from './config.ts'
import { findInstance } from './find-instance.ts'
import { leaveHome, takeHome } from './home-lock.ts'
import { ownAddresses } from './own-addresses.ts'
import { createProgress } from './progress.ts'
import { loadCurrentSecrets, loadSecrets } from './secrets.ts'
import { addressesFolder, serviceEnv } from './service-env.ts'

/**
 * `npm run dev`: every service in watch mode under turbo, on the servers of this home's running instance, or on servers of
 * its own.
 */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  readFlags(args, [])
  const config = readStartConfig(env)
  const progress = createProgress((line) => console.log(line))
  const stopServers: (() => Promise<void>)[] = []
  const addresses = await progress.step('NATS and MongoDB', async (note) => {
    const running = await findInstance(config.home)
    if (running) {
      note(`those of the running instance (process ${running.pid}); it goes on answering beside us`)
      const secrets = await loadSecrets(config.home)
      return { ...running, nats_monitor_url: undefined, secrets, own: ownAddresses(running, secrets) }
    }
    if (!takeHome(config.home)) throw new Error(`another process has just started in ${config.home}: try again`)
    const secrets = await loadCurrentSecrets(config.home)
    const infra = await startInfra({ home: config.home, env, credentials: secrets.servers, report: note })
    writeAddresses(addressesFolder(config.home), infra.own, secrets.servers)
    stopServers.push(infra.stop, async () => leaveHome(config.home))
    return { ...infra, secrets }
  })
  try {
    const { secrets } = addresses
    const facts = await progress.step('Seed', () => seed({ mongodb_url: addresses.mongodb_url, secrets }))
    const port = await choosePort(config)
    const serviceEnvironment = allServicesEnv({
      home: config.home,
      env,
      addresses,
      secrets,
      facts,
      log_level: config.log_level ?? 'info',
      port,
    })
    console.log(
      `\n  Gateway         http://127.0.0.1:${port}\n  Administrator   ${facts.admin.email}  ${secrets.admin_password}\n  Publishable key ${secrets.publishable_key}\n`,
    )
    return await runTurbo(serviceEnvironment)
  } finally {
    for (const stop of stopServers) await stop()
  }
}

/** Turbo gives all tasks one environment: `watch-service.mjs` takes from it what is each service's own. */
function allServicesEnv(options: Parameters<typeof serviceEnv>[1]): NodeJS.ProcessEnv {
  const { NATS_URL: _nats, MONGODB_URL: _mongodb, ...env } = options.env
  const own = SERVICES.map((name) => [name, serviceEnv(name, { ...options, env: {} })])
  return { ...env, SOUK_SERVICES_ENV: JSON.stringify(Object.fromEntries(own)) }
}

async function runTurbo(env: NodeJS.ProcessEnv) {
  const watchdog = startWatchdog()
  const turbo = spawn(
    process.execPath,
    [join(ROOT, 'node_modules', 'turbo', 'bin', 'turbo'), 'run', 'dev', '--ui=stream', '--log-order=stream'],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...env, TURBO_TELEMETRY_DISABLED: '1' },
    },
  )
  if (turbo.pid !== undefined) watchdog.watch(turbo.pid)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => turbo.kill(signal))
  const [code] = await once(turbo, 'exit')
  if (turbo.pid !== undefined) watchdog.unwatch(turbo.pid)
  watchdog.close()
  return typeof code === 'number' ? code : 0
}

async function choosePort({ port }: StartConfig) {
  if (port === 0) return freePort()
  if (await isFree(port)) return port
  const other = await freePort()
  console.log(`Port ${port} is in use, by a running instance for example: the gateway takes ${other}`)
  return other
}
