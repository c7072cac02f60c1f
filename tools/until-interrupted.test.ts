import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { untilInterrupted } from './until-interrupted.ts'

const told: string[] = []
vi.spyOn(console, 'error').mockImplementation((text) => void told.push(text))
afterEach(() => void told.splice(0))

describe('the work of a tool', () => {
  it('is cleaned up at its end, in reverse order, even if a cleanup fails', async () => {
    const undone: number[] = []
    const code = await untilInterrupted(async (_signal, onEnd) => {
      onEnd(() => undone.push(1))
      onEnd(() => Promise.reject(new Error('stuck')))
      onEnd(() => undone.push(3))
      return 7
    })

    expect({ code, undone, told }).toEqual({ code: 7, undone: [3, 1], told: ['Error: stuck'] })
  })

  it('is cleaned up on a signal, and exits with code 130', async () => {
    const undone: number[] = []
    const running = untilInterrupted(async (signal, onEnd) => {
      onEnd(() => undone.push(1))
      await sleep(60_000, undefined, { signal })
      return 0
    })
    process.kill(process.pid, 'SIGHUP')

    expect(await running).toBe(130)
    expect({ undone, told }).toEqual({ undone: [1], told: ['interrupted by SIGHUP'] })
  })

  it('is cleaned up when it fails, and rethrows its error', async () => {
    const undone: number[] = []
    const failing = untilInterrupted(async (_signal, onEnd) => {
      onEnd(() => undone.push(1))
      throw new Error('broken')
    })

    await expect(failing).rejects.toThrow('broken')
    expect(undone).toEqual([1])
  })
})
