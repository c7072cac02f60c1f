import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findOwner, leaveHome, takeHome } from './home-lock.ts'

describe('the only supervisor of a home', () => {
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'souk-home-'))
  })
  afterEach(() => rm(home, { recursive: true, force: true }))

  it('is the first that takes it, until it leaves', async () => {
    expect(takeHome(home)).toBe(true)
    expect(findOwner(home)).toBe(process.pid)
    expect(takeHome(home)).toBe(false)

    leaveHome(home)

    expect(findOwner(home)).toBeUndefined()
    expect(await readdir(home)).toEqual([])
  })

  it('explains what to do when the folder is not writable', async () => {
    await writeFile(join(home, 'file'), '')

    expect(() => takeHome(join(home, 'file', 'home'))).toThrow(/cannot be written \(ENOTDIR\).*SOUK_HOME=\/tmp\/souk npm start/)
  })

  it('is not a killed process, whose home can be taken', async () => {
    const killed = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(killed, 'spawn')
    await writeFile(join(home, 'supervisor.json'), JSON.stringify({ pid: killed.pid, started: 'whenever' }))
    killed.kill('SIGKILL')
    await once(killed, 'exit')

    expect(findOwner(home)).toBeUndefined()
    expect(takeHome(home)).toBe(true)
  })

  it.runIf(process.platform === 'linux')('is not another process that later got the same id', async () => {
    await writeFile(join(home, 'supervisor.json'), JSON.stringify({ pid: process.pid, started: '1' }))

    expect(findOwner(home)).toBeUndefined()
  })
})
