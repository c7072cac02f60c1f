import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pidFiles } from '../infra/cluster.ts'
import { endLeftover } from '../infra/leftover.ts'
import type { StartConfig } from './config.ts'
import type { DevJson } from './dev-json.ts'
import { leaveHome, takeHome } from './home-lock.ts'
import { listenForEnd } from './listen-for-end.ts'
import { createProgress } from './progress.ts'
import { runInstance } from './run-instance.ts'
import { bundledServices, type ServiceRunner } from './service-runner.ts'

export interface SuperviseOptions {
  config: StartConfig
  env: NodeJS.ProcessEnv
  fresh: boolean
  detached: boolean
  /** Default: from their bundles. */
  services?: ServiceRunner
  print: (line: string) => void
  onLine: (part: string, line: string) => void
  onReady: (dev: DevJson) => void
}

/**
 * Runs an instance in this process until a signal ends it. Resolves to the exit code; undefined if another process runs this
 * home.
 *
 * @throws Error if the instance does not start
 */
export async function supervise({
  config,
  env,
  fresh,
  detached,
  services = bundledServices(config, detached),
  print,
  onLine,
  onReady,
}: SuperviseOptions): Promise<number | undefined> {
  const { home } = config
  if (!takeHome(home)) return undefined
  const stopping = new AbortController()
  // A closed terminal or pipe must not end the process while the instance is stopping.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const { ended, interrupted } = listenForEnd(env, stopping, detached)
  try {
    if (fresh) await emptyData(home)
    const progress = createProgress(print)
    const instance = await runInstance({ config, env, progress, services, onLine, signal: stopping.signal })
    onReady(instance.dev)
    await ended
    print('Stopping: no new requests, then the services, then the servers. Ctrl-C again ends everything at once.')
    const code = await Promise.race([instance.stop().then(() => 0), interrupted.then(() => 130)])
    if (code !== 0) await instance.stop('kill')
    return code
  } finally {
    leaveHome(home)
  }
}

/** Removes data and uploaded files. Servers that outlived a killed start would continue to write to the removed ones. */
async function emptyData(home: string) {
  const data = join(home, 'data')
  for (const file of pidFiles(data, 'nats')) endLeftover(file, 'nats-server')
  for (const file of pidFiles(data, 'mongodb')) endLeftover(file, 'mongod')
  for (const folder of [data, join(home, 'files')]) await rm(folder, { recursive: true, force: true })
}
