import { claimStock, settleStock } from '@souk/contracts'
import type { Bus, Envelope, Logger } from '@souk/runtime'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { type StockClaim, unsentLines } from '../domain/orders/unsent-lines.ts'

interface Changed {
  order: OrderRecord
  envelope: Envelope
  log: Logger
}

/** What is in stock, which belongs to `pricing`. */
export const createStock = (bus: Pick<Bus, 'call'>) => ({
  /** Holds what an order is about to need, all of it or nothing. @throws not_allowed when there is not enough; unavailable */
  claim: async (claim: StockClaim, envelope: Envelope) => void (await bus.call(claimStock, { body: claim }, envelope)),

  /**
   * Tells what became of an order for which stock was claimed. Where that does not arrive, `pricing` asks: the order has changed, and
   * its change does not fail by it.
   */
  async settle({ order, envelope, log }: Changed): Promise<void> {
    const { id: order_id, version, status } = order
    // The version that was claimed for; to be canceled makes none.
    const body = { order_id, version: status === 'canceled' ? version + 1 : version, lines: unsentLines(order) }
    await bus.call(settleStock, { body }, envelope).catch((error: unknown) => {
      log.warn({ err: error }, 'reservations do not follow the order yet')
    })
  },
})

export type Stock = ReturnType<typeof createStock>
