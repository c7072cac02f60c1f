import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isRunning } from '../infra/process-state.ts'
import { startWatchdog } from '../infra/watchdog.ts'
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts'

const SERVICE = `
  process.once('disconnect', () => process.exit())
  if (process.env.FAIL) { console.error('no database'); process.exit(1) }
  setInterval(() => {}, 1000)
  process.send({ type: 'ready', metrics_url: 'http://127.0.0.1:1/metrics' })`

describe('a supervised service', () => {
  let folder: string
  let service: SupervisedProcess
  const watchdog = startWatchdog()
  const onLine = vi.fn()
  const onChange = vi.fn()

  const supervise = (env: NodeJS.ProcessEnv = {}) => {
    const spec = { name: 'cart', replica: 0, entry: join(folder, 'service.mjs'), env: { ...process.env, ...env }, log: undefined }
    service = superviseProcess(spec, watchdog, { onLine, onChange })
    return service
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-service-'))
    await writeFile(join(folder, 'service.mjs'), SERVICE)
  })
  afterEach(() => service.kill())
  afterAll(async () => {
    watchdog.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('is restarted when it dies', async () => {
    await supervise().start()
    const before = service.state()?.pid ?? 0
    onChange.mockClear()

    process.kill(before, 'SIGKILL')

    await vi.waitFor(() => expect([undefined, before]).not.toContain(service.state()?.pid))
    expect(onChange).toHaveBeenCalled()
  })

  it('stays down once it was stopped', async () => {
    await supervise().start()
    const pid = service.state()?.pid ?? 0

    await service.stop()
    await new Promise((resolve) => setTimeout(resolve, 300))

    expect([service.state(), isRunning(pid)]).toEqual([undefined, false])
  })

  it('fails to start with its last output when it exits before it is ready', async () => {
    await expect(supervise({ FAIL: '1' }).start()).rejects.toThrow(/cart ended at its start; its last lines:\nno database/)
  })
})
