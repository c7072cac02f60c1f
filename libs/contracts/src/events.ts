import { cartEvents } from './carts.ts'
import { customerGroupEvents } from './customer-groups.ts'
import { customerEvents } from './customers.ts'
import type { Event } from './event.ts'
import { orderEditEvents } from './order-edits.ts'
import { priceListEvents } from './price-lists.ts'

/** Every event that services tell of. */
export const events: readonly Event[] = [
  ...cartEvents,
  ...orderEditEvents,
  ...customerEvents,
  ...customerGroupEvents,
  ...priceListEvents,
]
