import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeServerFolder } from './server-folder.ts'

const memory = mkdtempSync(join(tmpdir(), 'souk-memory-'))
afterAll(() => rmSync(memory, { recursive: true }))

it('creating the folder removes those of killed runs, and no others', async () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  for (const name of [`souk-test-${dead}-abc`, `souk-test-${process.pid}-abc`, 'other'])
    mkdirSync(join(memory, name, 'data'), { recursive: true })

  rmSync(await makeServerFolder(memory), { recursive: true })

  expect(readdirSync(memory).sort()).toEqual(['other', `souk-test-${process.pid}-abc`])
})

it('the folder is among the temporary files when memory is not available', async () => {
  const folder = await makeServerFolder(join(memory, 'missing'))

  expect(folder).toContain(join(tmpdir(), `souk-test-${process.pid}-`))
  rmSync(folder, { recursive: true })
})
