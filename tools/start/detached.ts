import { fork } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from './config.ts'
import { findDevJson } from './dev-json.ts'
import { makeHome } from './home-lock.ts'
import { type Output, secondsSinceStart } from './start-output.ts'

/** The background supervisor's reports to the process that started it, until it is ready. */
export const Report = z.discriminatedUnion('type', [
  z.object({ type: z.literal('line'), text: z.string() }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('failed'), text: z.string() }),
])
export type Report = z.infer<typeof Report>

/** Starts a supervisor that outlives us; resolves to the exit code once it is ready or has failed. */
export function startDetached(home: string, args: readonly string[], env: NodeJS.ProcessEnv, output: Output): Promise<number> {
  const file = join(home, 'logs', 'supervisor.log')
  makeHome(home)
  mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 })
  const log = openSync(file, 'a')
  const child = fork(join(ROOT, 'tools', 'start', 'bootstrap.mjs'), ['background', ...args], {
    env,
    execArgv: [],
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  return new Promise((resolve) => {
    const leave = (code: number) => {
      if (child.connected) child.disconnect()
      child.unref()
      resolve(code)
    }
    child.on('message', (message) => {
      const report = Report.parse(message)
      if (report.type === 'line') return output.print(report.text)
      if (report.type === 'done') return void showReady().then(leave)
      console.error(report.text)
      leave(1)
    })
    async function showReady() {
      const dev = await findDevJson(home)
      if (dev) output.ready(dev, secondsSinceStart())
      else console.error(`the instance ended right after its start; its log is ${file}`)
      return dev ? 0 : 1
    }
    child.once('exit', (code, signal) => {
      console.error(`the instance ended at its start (${signal ?? `exit code ${code}`}); its log is ${file}`)
      leave(1)
    })
  })
}
