import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { START_MS, souk } from './system/instance-commands.ts'

it('`npm run bench` measures a baseline and an operation, and writes its figures', { timeout: START_MS }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))

  const options = ['--only', 'b,get-member', '--connections', '1', '--seconds', '1', '--records', '100']
  const { code, stdout, stderr } = await souk(join(folder, '.souk'), ['bench', ...options], {}, folder)

  expect(stderr + stdout).toMatch(/get member, 1 connections: \d+\/s/)
  expect(code, stderr).toBe(0)
  const { lines } = JSON.parse(await readFile(join(folder, 'bench-results.json'), 'utf8'))
  expect(lines.map(({ row }: { row: string }) => row)).toEqual(expect.arrayContaining(['b', 'get-member']))
  for (const { rate, failed } of lines) expect([rate > 0, failed]).toEqual([true, 0])
})
