import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { testServers } from '@souk/runtime/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { SIGNING_KEY } from '../../services/sellers/test/service.ts'

const ROOT = join(import.meta.dirname, '..', '..')
let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** A process whose output cannot be written: `/dev/full` fails like a full disk. */
async function startOnFullDisk(service: string): Promise<{ url?: string; metrics_url: string }> {
  const { PATH = '', HOME = '' } = process.env
  const full = openSync('/dev/full', 'w')
  child = fork(join(ROOT, 'services', service, 'src', 'main.ts'), [], {
    cwd: ROOT,
    env: { PATH, HOME, ...testServers(), PORT: '0', LOG_LEVEL: 'trace', AUTH_SIGNING_KEY: SIGNING_KEY },
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', full, full, 'ipc'],
  })
  closeSync(full)
  const [ready] = await once(child, 'message')
  return ready
}

describe.runIf(existsSync('/dev/full'))('when the log cannot be written', () => {
  it.each(['gateway', 'cart', 'sellers'])(
    '%s starts, works, counts the dropped log lines, and stops cleanly when told to',
    async (service) => {
      const { url, metrics_url } = await startOnFullDisk(service)

      if (url) expect((await fetch(`${url}/health/live`)).status).toBe(200)
      await expect
        .poll(async () => Number(/^souk_log_lines_dropped_total.* (\d+)$/m.exec(await (await fetch(metrics_url)).text())![1]))
        .toBeGreaterThan(0)
      const exited = once(child!, 'exit')
      child!.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
    },
  )
})
