import { cartEvents } from './cart/carts.ts'
import type { Event } from './operation/event.ts'
import { customerGroupEvents } from './orders/customer-groups.ts'
import { customerEvents } from './orders/customers.ts'
import { orderEditEvents } from './orders/order-edits.ts'
import { productEvents } from './pricing/admin-products.ts'
import { collectionEvents } from './pricing/collections.ts'
import { priceListEvents } from './pricing/price-lists.ts'
import { productCategoryEvents } from './pricing/product-categories.ts'
import { productOptionEvents } from './pricing/product-options.ts'
import { productTagEvents } from './pricing/product-tags.ts'
import { productTypeEvents } from './pricing/product-types.ts'

/** Every event that services tell of. */
export const events: readonly Event[] = [
  ...cartEvents,
  ...orderEditEvents,
  ...customerEvents,
  ...customerGroupEvents,
  ...priceListEvents,
  ...productEvents,
  ...productTypeEvents,
  ...productTagEvents,
  ...collectionEvents,
  ...productCategoryEvents,
  ...productOptionEvents,
]
