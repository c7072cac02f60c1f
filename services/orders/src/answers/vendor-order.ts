import { projectionOf, type Selection, type VendorOrder, wants } from '@souk/contracts'
import { Answer, type Page, type RequestContext, type Stored } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { splitPaymentOf } from '../domain/orders/split-payment.ts'
import { type OrderRecord, shownOrder } from '../domain/orders/stored-order.ts'
import type { SellersOrder } from '../stores/order-views.ts'
import { customerOf } from './customer.ts'
import { eachOrder } from './each-order.ts'
import { listedOrders, projectionOfList } from './order.ts'
import { outsideOrder, readOutsideOrder } from './outside-order.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline'>

/** An order as shown to its seller, with its customer. */
export async function vendorOrderAnswer(
  { state, revision }: { state: SellersOrder; revision: number },
  request: Request,
  deps: Deps,
) {
  const customer = await customerOf(state.customer_id, request, deps)
  const order: VendorOrder = { ...outsideOrder(shownOrder(state)), customer, split_order_payment: splitPaymentOf(state) }
  return new Answer({ order }, { revision, others: customer })
}

/** Like `projectionOfList`, with the fields that the split payment is computed from. */
export function projectionOfVendorList(selection: Selection) {
  const projection = projectionOf(selection) && projectionOfList(selection)
  if (!projection || !wants(selection, 'split_order_payment')) return projection
  const others = Object.entries(projection).filter(([path]) => !/^(?:payment_collections|split_order_payment)(?:\.|$)/.test(path))
  return { ...Object.fromEntries(others), payment_collections: 1 as const, payment_status: 1 as const }
}

/** Like `listedOrders`, as shown to their seller. */
export const listedVendorOrders = (page: Page<Stored<OrderRecord>>, request: Request, deps: Deps) =>
  listedOrders(
    eachOrder(page, (order) => ({ ...readOutsideOrder(order), split_order_payment: splitPaymentOf(order) })),
    request,
    deps,
  ) as unknown as Promise<VendorOrder[]>
