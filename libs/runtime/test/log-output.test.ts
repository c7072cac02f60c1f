import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createLogOutput, droppedLogLines } from '../src/observability/log-output.ts'
import { createMetrics } from '../src/observability/metrics.ts'

const folder = mkdtempSync(join(tmpdir(), 'souk-log-'))
const file = join(folder, 'log')
let fd: number
function outputTo(path: string) {
  fd = openSync(path, 'w')
  return createLogOutput(fd)
}
afterEach(() => {
  closeSync(fd)
  rmSync(file, { force: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('log output', () => {
  it('writes all lines in order, within 200 ms or at the end of the process', async () => {
    const output = outputTo(file)
    const lines = Array.from({ length: 3000 }, (_, n) => `line ${n} é\n`)

    for (const line of lines) output.write(line)
    await expect.poll(() => readFileSync(file, 'utf8')).toBe(lines.join(''))
    output.write('the last\n')
    output.flushSync()

    expect(readFileSync(file, 'utf8')).toBe(`${lines.join('')}the last\n`)
  })

  it.runIf(existsSync('/dev/full'))('drops and counts lines that a full disk does not accept, and still ends', async () => {
    const output = outputTo('/dev/full')
    const before = droppedLogLines()

    for (let n = 0; n < 2000; n++) output.write(`line ${n} ${'x'.repeat(20)}\n`)
    await expect.poll(() => droppedLogLines() - before).toBe(2000)
    output.write('the last\n')
    output.flushSync()

    expect(droppedLogLines() - before).toBe(2001)
    expect(await createMetrics('test').registry.getSingleMetricAsString('souk_log_lines_dropped_total')).toContain(
      `${droppedLogLines()}`,
    )
  })
})
