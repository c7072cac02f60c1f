import { findPlacedOrder as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

interface Named {
  first_name: string | null
  last_name: string | null
}

export const findPlacedOrder = implement(contract, async ({ body, deadline }, { orders, customers }: Deps) => {
  const found = await orders.findParties(body.order_id, deadline)
  if (!found) return { order: null }
  const { seller_id, customer_id, shipping_address } = found
  const customer = customer_id === null ? undefined : await customers.find(customer_id, deadline)
  return { order: { seller_id, customer_name: nameOf(customer?.record) || nameOf(shipping_address) || null } }
})

const nameOf = (named?: Named | null) => [named?.first_name, named?.last_name].filter(Boolean).join(' ')
