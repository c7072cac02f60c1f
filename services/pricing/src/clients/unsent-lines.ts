import { findUnsentLines } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** What orders, which belong to `orders`, still have to send. */
export const createUnsentLines = (bus: Pick<Bus, 'call'>) => ({
  /** None of canceled and unknown orders. @throws unavailable */
  find: async (order_id: string, envelope: Envelope) => (await bus.call(findUnsentLines, { body: { order_id } }, envelope)).lines,
})

export type UnsentLines = ReturnType<typeof createUnsentLines>
