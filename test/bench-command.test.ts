import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BOOTSTRAP, envOf, type Outcome, START_MS } from './system/instance-commands.ts'

/** `npm run bench`, whose results go to `folder`. */
function bench(folder: string, args: readonly string[]): Promise<Outcome> {
  const options = { cwd: folder, env: envOf(join(folder, '.souk')), timeout: START_MS }
  return new Promise((resolve) => {
    execFile(process.execPath, [BOOTSTRAP, 'bench', ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
  })
}

it('`npm run bench` measures a baseline and an operation, and writes its figures', { timeout: START_MS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))

  const { code, stdout, stderr } = await bench(folder, [
    ...['--only', 'b,get-member', '--connections', '1', '--seconds', '1', '--records', '100'],
  ])

  expect(stderr + stdout).toMatch(/get member, 1 connections: \d+\/s/)
  expect(code, stderr).toBe(0)
  const { lines } = JSON.parse(await readFile(join(folder, 'bench-results.json'), 'utf8'))
  expect(lines.map(({ row }: { row: string }) => row)).toEqual(expect.arrayContaining(['b', 'get-member']))
  for (const { rate, failed } of lines) expect([rate > 0, failed]).toEqual([true, 0])
})
