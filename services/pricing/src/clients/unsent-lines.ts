import { findUnsentLines } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** The unsent lines and the parcels of orders, which belong to `orders`. */
export const createUnsentLines = (bus: Pick<Bus, 'call'>) => ({
  /** No lines of canceled orders, and nothing of unknown ones. @throws unavailable */
  find: (order_id: string, envelope: Envelope) => bus.call(findUnsentLines, { body: { order_id } }, envelope),
})

export type UnsentLines = ReturnType<typeof createUnsentLines>
