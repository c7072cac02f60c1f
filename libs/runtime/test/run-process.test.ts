import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'never-stops.ts')

it('a process that exceeds its limit for ending says so, and ends with 1', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(child, 'message') // it is ready

  child.kill('SIGTERM')

  expect(await once(child, 'close')).toEqual([1, null])
  const last = JSON.parse(output.trim().split('\n').at(-1)!)
  expect(last).toMatchObject({ level: 60, within_ms: 50, msg: 'did not end in time; the process is killed' })
})
