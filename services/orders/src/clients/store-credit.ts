import { receiveStoreCredit } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import type { OutgoingCredit } from '../domain/orders/outgoing-credit.ts'

interface Owing {
  /** The order that owes the credit. */
  id: string
  currency_code: string
}

/** Store credit accounts of customers, which belong to `cart`. */
export const createStoreCredit = (bus: Pick<Bus, 'call'>) => ({
  /** Credits the owed amount to the customer's account: once, however often it is sent. @throws unavailable */
  async send({ id: reference_id, currency_code }: Owing, { id, customer_id, amount }: OutgoingCredit, envelope: Envelope) {
    const body = { id, customer_id, currency_code, amount, reference: 'order', reference_id }
    await bus.call(receiveStoreCredit, { body }, envelope)
  },
})

export type StoreCredit = ReturnType<typeof createStoreCredit>
