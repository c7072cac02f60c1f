import { releaseCustomer } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** How customers log in; that belongs to `sellers`. */
export const createLogIns = (bus: Pick<Bus, 'call'>) => ({
  /** Logs a customer out for good. @throws unavailable when `sellers` does not answer */
  release: async (customer_id: string, envelope: Envelope) =>
    void (await bus.call(releaseCustomer, { body: { id: customer_id } }, envelope)),
})

export type LogIns = ReturnType<typeof createLogIns>
