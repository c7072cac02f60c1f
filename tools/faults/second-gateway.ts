import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../infra/ports.ts'
import { ROOT } from '../start/config.ts'
import { superviseProcess } from '../start/supervised-process.ts'
import type { Instance } from './instance.ts'
import type { Context } from './scenario.ts'

/** Another gateway of this instance, on a port of its own. @param env instead of the instance's */
export async function startSecondGateway(context: Context, instance: Instance, env: NodeJS.ProcessEnv = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const spec = {
    name: 'gateway',
    replica: 1,
    entry: join(ROOT, 'services', 'gateway', 'dist', 'main.js'),
    env: { ...instance.env, PORT: String(port), METRICS_PORT: '0', HOST: '127.0.0.1', ...env },
    log: join(instance.logs, 'gateway-1.log'),
  }
  const gateway = superviseProcess(spec, instance.watchdog, { onLine: () => {}, onChange: () => {} })
  context.cleanUp(gateway.stop)
  await gateway.start()
  await untilReady(url)
  return { url, pid: () => gateway.state()?.pid }
}

/** @throws Error after a while */
export async function untilReady(url: string) {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined)
    if (response?.ok) return
    await sleep(50)
  }
  throw new Error(`the gateway at ${url} does not get ready`)
}
