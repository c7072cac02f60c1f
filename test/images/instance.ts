import { chmodSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../tools/infra/ports.ts'
import { builtContainers } from './compose-file.ts'
import { buildImages, type Image } from './dockerfile.ts'
import { type RunningContainer, runContainer } from './run-container.ts'
import { composeServers, type Programs } from './servers.ts'

const READY_WITHIN_MS = 120_000
export const PROCESSES = ['pricing', 'cart', 'orders', 'sellers', 'gateway'] as const

/** All of docker-compose.yml with its profile `demo`, as processes of this machine that have their images' files only. */
export async function startImages(programs: Programs) {
  const folder = await mkdtemp(join(tmpdir(), 'souk-images-'))
  chmodSync(folder, 0o755) // containers' users are others
  mkdirSync(join(folder, 'keys'))
  const images = await buildImages([...new Set(builtContainers.map(([, { build }]) => build!.args.SERVICE))], folder)
  const servers = await composeServers(folder, programs)
  const running: Record<string, RunningContainer> = {}
  const port = await freePort()
  const environments: Record<string, Record<string, string>> = {}
  for (const name of PROCESSES)
    environments[name] = {
      HOST: '127.0.0.1',
      METRICS_PORT: String(await freePort()),
      ...(name === 'gateway' && { PORT: String(port), NATS_MONITOR_URL: `http://127.0.0.1:${servers.port.monitor}` }),
    }
  const base_url = `http://127.0.0.1:${port}`

  const run = (name: string, command?: string[]) => {
    const env = environments[name] ?? { ...servers.env, BASE_URL: base_url }
    return runContainer(name, { images, folder, env }, { command })
  }

  return {
    folder,
    images: images as Record<string, Image>,
    base_url,
    /** A step that ends; resolves with its output. @throws Error with that, when it fails */
    async once(name: string, command?: string[]) {
      const step = run(name, command)
      const code = await step.ended()
      if (code !== 0) throw new Error(`${name} ended with ${code}:\n${step.output()}`)
      return step.output()
    },
    startServers: servers.start,
    /** Starts the five processes; resolves when each says that it is ready. */
    async startProcesses() {
      for (const name of PROCESSES) running[name] = run(name)
      await vi.waitFor(() => Promise.all(PROCESSES.map((name) => this.assertHealthy(name))), {
        timeout: READY_WITHIN_MS,
        interval: 500,
      })
    },
    /** @throws Error with the process's output, when its health check fails */
    async assertHealthy(name: string) {
      const check = run(name, ['health.mjs'])
      if ((await check.ended()) !== 0) throw new Error(`${name} is not healthy: ${check.output()}\n${running[name]?.output()}`)
      return check.output()
    },
    /** Resolves to its exit code. */
    stopProcess: (name: string) => running[name]!.stop(),
    /** All that a process has written. */
    outputOf: (name: string) => running[name]!.output(),
    async stop() {
      await Promise.all(Object.values(running).map((one) => one.stop()))
      await servers.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type ImagesInstance = Awaited<ReturnType<typeof startImages>>
