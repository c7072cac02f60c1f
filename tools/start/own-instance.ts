import { fork } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Watchdog } from '../infra/watchdog.ts'
import { ROOT } from './config.ts'
import { Report } from './detached.ts'
import { findDevJson } from './dev-json.ts'
import { makeHome } from './home-lock.ts'
import { Secrets } from './secrets.ts'

/**
 * Starts an instance like `npm start -- --detach`, and leaves its supervisor running. `ready` rejects with an Error saying why it
 * did not start.
 */
export function startDetached(home: string, env: NodeJS.ProcessEnv) {
  makeHome(home)
  mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 })
  const log = openSync(join(home, 'logs', 'supervisor.log'), 'a')
  const supervisor = fork(join(ROOT, 'tools', 'start', 'bootstrap.mjs'), ['background', '--detach'], {
    env,
    execArgv: [],
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const ready = new Promise<void>((resolve, reject) => {
    supervisor.on('message', (message) => {
      const report = Report.parse(message)
      if (report.type === 'done') resolve()
      if (report.type === 'failed') reject(new Error(report.text))
    })
    supervisor.once('exit', (code, signal) =>
      reject(new Error(`the instance ended at its start (${signal ?? `exit code ${code}`})`)),
    )
  }).finally(() => {
    if (supervisor.connected) supervisor.disconnect() // before it is ready it treats this as Ctrl-C
    supervisor.unref()
  })
  return { supervisor, ready }
}

/** A started instance's facts. If this process is killed, the instance ends with it. */
export async function adoptInstance(home: string, watchdog: Watchdog) {
  const dev = await findDevJson(home)
  if (!dev) throw new Error('the instance did not write its dev.json')
  watchdog.watch(dev.pid)
  const secrets = Secrets.parse(JSON.parse(await readFile(join(home, 'secrets.json'), 'utf8')))
  return { dev, secrets, logs: join(home, 'logs') }
}
