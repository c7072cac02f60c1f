import { releaseCustomer } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

interface Gone {
  id: string
  /** The log-in that the account was made with; null or absent for customers without one. */
  identity_id?: string | null | undefined
}

/** How customers log in; that belongs to `sellers`. */
export const createLogIns = (bus: Pick<Bus, 'call'>) => ({
  /** Logs a customer out for good, and takes the log-in away. @throws unavailable when `sellers` does not answer */
  remove: async ({ id, identity_id = null }: Gone, envelope: Envelope) =>
    void (await bus.call(releaseCustomer, { body: { id, identity_id } }, envelope)),
})

export type LogIns = ReturnType<typeof createLogIns>
