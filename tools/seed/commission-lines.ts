import type { OrderToPlace } from '@souk/contracts'
import { commissionOn } from '../../services/orders/src/domain/commission/kept-commission.ts'
import type { OrderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import { seededCommissionRules } from './commission-rules.ts'
import { seededId } from './ids.ts'

/** The order with the commission that the seeded rules would have brought. */
export function withCommission(order: OrderRecord): OrderRecord {
  const items = order.items.map(({ product, ...item }) => ({ ...item, product: product && JSON.parse(product.text) }))
  let made = order.display_id * 100
  const newId = (prefix: string) => seededId(prefix, made++)
  const commission = commissionOn(order, items as unknown as OrderToPlace['items'], seededCommissionRules, newId)
  return { ...order, ...(commission && { commission }) }
}
