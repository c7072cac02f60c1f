import { randomUUID } from 'node:crypto'
import { type Logger, periodically } from '@souk/runtime'
import type { CartRecord } from '../domain/carts/cart.ts'
import type { CheckoutDeps } from '../operations/checkout/run-checkout.ts'
import { seeThrough } from '../operations/checkout/see-through.ts'

const EVERY_MS = 1000
/** Checkouts that are resumed at the same time. */
const BATCH = 20
const DEADLINE_MS = 10_000

interface ResumeOptions extends CheckoutDeps {
  logger: Logger
  /** See `periodically`. */
  firstAfterMs?: number
}

/**
 * Resumes checkouts whose lease has lapsed: the process was killed, or other services were away. Any number of replicas may run
 * this: each step is taken once.
 */
export function resumeCheckouts({ logger, firstAfterMs = EVERY_MS * Math.random(), ...deps }: ResumeOptions) {
  const failed = (error: unknown) => logger.warn({ err: error }, 'a checkout could not be resumed; trying again soon')
  async function resume(cart: CartRecord) {
    const end = await seeThrough(cart, randomUUID(), Date.now() + DEADLINE_MS, deps)
    if ('refusal' in end && end.refusal.kind === 'unexpected')
      logger.error({ err: end.cause }, 'a checkout failed and was undone')
  }
  async function look() {
    const left = await deps.carts.listLapsedCheckouts(Date.now(), BATCH)
    await Promise.all(left.map((cart) => resume(cart).catch(failed)))
  }
  return periodically({ look, failed, firstAfterMs, againAfterMs: EVERY_MS })
}
