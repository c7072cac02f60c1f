import { setTimeout as sleep } from 'node:timers/promises'
import { type DevJson, findDevJson } from './dev-json.ts'
import { findOwner } from './home-lock.ts'

const START_TIMEOUT_MS = 120_000
const ANSWER_TIMEOUT_MS = 2_000

/**
 * The instance that runs in this home, once it is ready; undefined if none runs, even if a killed one left files.
 * @throws Error if one runs but does not become ready
 */
export async function findInstance(home: string): Promise<DevJson | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const owner = findOwner(home)
    if (!owner) return undefined
    const dev = await findDevJson(home)
    if (dev?.pid === owner && (await answers(dev.base_url))) return dev
    if (Date.now() > deadline)
      throw new Error(`process ${owner} runs this instance but it does not answer: end it with npm run stop, then start again`)
    await sleep(200)
  }
}

/** Whether the gateway at this address is alive. */
async function answers(baseUrl: string) {
  const request = fetch(`${baseUrl}/health/live`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
  return request.then(
    ({ ok }) => ok,
    () => false,
  )
}
