import { findCheckout } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'

/** Carts that are being completed, which are owned by `cart`. */
export const createCheckouts = (bus: Pick<Bus, 'call'>) => ({
  /** @throws unavailable */
  isOpen: async ({ cart_id, epoch }: { cart_id: string; epoch: number }, envelope: Envelope): Promise<boolean> =>
    (await bus.call(findCheckout, { body: { cart_id, epoch } }, envelope)).is_open,
})

export type Checkouts = ReturnType<typeof createCheckouts>
