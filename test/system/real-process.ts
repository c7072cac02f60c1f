import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { vi } from 'vitest'
import { bundleService } from '../../tools/build.mjs'

const ROOT = join(import.meta.dirname, '..', '..')
const WITHIN_MS = 60_000

/** One service as a process of its own from its bundle, with everything that it writes. */
export async function startProcess(service: string, env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const folder = join(ROOT, 'services', service)
  await bundleService(folder)
  const child = spawn(process.execPath, [join(folder, 'dist', 'main.js')], {
    cwd: ROOT,
    env: { PATH, HOME, HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'close') as Promise<[code: number | null]>

  return {
    output: () => output,
    /** Resolves when the output matches. */
    says: (text: RegExp) =>
      vi.waitFor(
        () => {
          if (!text.test(output)) throw new Error(`${service} does not say ${text}:\n${output}`)
        },
        { timeout: WITHIN_MS, interval: 50 },
      ),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), WITHIN_MS)
      const [code] = await exited
      clearTimeout(late)
      return code
    },
    /** At once, in the middle of its work. */
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    /** The code with which it ends by itself. */
    exitCode: async () => (await exited)[0],
  }
}
