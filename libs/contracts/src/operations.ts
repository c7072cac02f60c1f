import { cartOperations } from './cart/carts.ts'
import type { Operation } from './operation/operation.ts'
import { customerGroupOperations } from './orders/customer-groups.ts'
import { customerOperations } from './orders/customers.ts'
import { orderEditOperations } from './orders/order-edits.ts'
import { orderOperations } from './orders/orders.ts'
import { adminProductOperations, productVariantOperations } from './pricing/admin-products.ts'
import { collectionOperations } from './pricing/collections.ts'
import { priceListOperations } from './pricing/price-lists.ts'
import { productCategoryOperations } from './pricing/product-categories.ts'
import { productOptionOperations } from './pricing/product-options.ts'
import { productTagOperations } from './pricing/product-tags.ts'
import { productTypeOperations } from './pricing/product-types.ts'
import { productOperations } from './pricing/products.ts'
import { quoteOperations } from './pricing/quotes.ts'
import { accessOperations } from './sellers/access.ts'
import { authOperations } from './sellers/auth.ts'
import { memberOperations } from './sellers/members.ts'
import { storeOperations } from './sellers/stores.ts'
import { userOperations } from './sellers/users.ts'

/** Every operation of Souk: what the gateway routes and the reference documents. */
export const operations: readonly Operation[] = [
  ...Object.values(authOperations),
  ...Object.values(accessOperations),
  ...Object.values(memberOperations),
  ...Object.values(userOperations),
  ...Object.values(storeOperations),
  ...Object.values(priceListOperations),
  ...Object.values(productOperations),
  ...Object.values(adminProductOperations),
  ...Object.values(productVariantOperations),
  ...Object.values(productTypeOperations),
  ...Object.values(productTagOperations),
  ...Object.values(collectionOperations),
  ...Object.values(productCategoryOperations),
  ...Object.values(productOptionOperations),
  ...Object.values(quoteOperations),
  ...Object.values(cartOperations),
  ...Object.values(orderOperations),
  ...Object.values(orderEditOperations),
  ...Object.values(customerOperations),
  ...Object.values(customerGroupOperations),
]
