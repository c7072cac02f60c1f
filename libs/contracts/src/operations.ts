import { accessOperations } from './access.ts'
import { authOperations } from './auth.ts'
import { cartOperations } from './carts.ts'
import { customerGroupOperations } from './customer-groups.ts'
import { customerOperations } from './customers.ts'
import { memberOperations } from './members.ts'
import type { Operation } from './operation.ts'
import { orderEditOperations } from './order-edits.ts'
import { orderOperations } from './orders.ts'
import { priceListOperations } from './price-lists.ts'
import { productOperations } from './products.ts'
import { quoteOperations } from './quotes.ts'
import { storeOperations } from './stores.ts'
import { userOperations } from './users.ts'

/** Every operation of Souk: what the gateway routes and the reference documents. */
export const operations: readonly Operation[] = [
  ...authOperations,
  ...accessOperations,
  ...memberOperations,
  ...userOperations,
  ...storeOperations,
  ...priceListOperations,
  ...productOperations,
  ...quoteOperations,
  ...cartOperations,
  ...orderOperations,
  ...orderEditOperations,
  ...customerOperations,
  ...customerGroupOperations,
]
