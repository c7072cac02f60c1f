import { releaseCustomer } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

interface Gone {
  id: string
  /** The log-in that the account was created with; null or absent for customers without one. */
  identity_id?: string | null | undefined
}

/** Customers' log-ins, which belong to `sellers`. */
export const createLogIns = (bus: Pick<Bus, 'call'>) => ({
  /** Logs a customer out for good, and removes the log-in. @throws unavailable if `sellers` does not answer */
  remove: async ({ id, identity_id = null }: Gone, envelope: Envelope) =>
    void (await bus.call(releaseCustomer, { body: { id, identity_id } }, envelope)),
})

export type LogIns = ReturnType<typeof createLogIns>
