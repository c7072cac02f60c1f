import { setTimeout as sleep } from 'node:timers/promises'

const READY_TIMEOUT_MS = 120_000

/** @throws Error if the gateway and its dependencies do not answer in time */
export async function untilReady(url: string, signal: AbortSignal) {
  const deadline = Date.now() + READY_TIMEOUT_MS
  for (let answer = ''; ; ) {
    signal.throwIfAborted()
    try {
      const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3_000) })
      answer = await response.text()
      if (response.ok) return
    } catch (error) {
      answer = String(error)
    }
    if (Date.now() > deadline) throw new Error(`the gateway is not ready after ${READY_TIMEOUT_MS / 1000} s: ${answer}`)
    await sleep(50)
  }
}
