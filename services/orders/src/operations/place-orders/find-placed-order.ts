import { findPlacedOrder as contract, OperationError } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

interface Named {
  first_name: string | null
  last_name: string | null
}

export const findPlacedOrder = implement(contract, async ({ body, deadline }, { orders, customers }: Deps) => {
  try {
    const { seller_id, customer_id, shipping_address } = (await orders.get(body.order_id, deadline)).state
    const customer = customer_id === null ? undefined : await customers.findRecord(customer_id, deadline)
    return { order: { seller_id, customer_name: nameOf(customer?.record) || nameOf(shipping_address) || null } }
  } catch (error) {
    if (error instanceof OperationError && error.kind === 'not_found') return { order: null }
    throw error
  }
})

const nameOf = (named?: Named | null) => [named?.first_name, named?.last_name].filter(Boolean).join(' ')
