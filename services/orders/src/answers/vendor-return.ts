import type { Return, VendorReturn } from '@souk/contracts'
import { Answer, type Outcome, type RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { requirePart } from '../domain/returns/order-parts.ts'
import { returnByItself } from './return-by-itself.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline'>

/** A return of an order at this revision, as shown to the order's seller. */
export async function vendorReturnAnswer(found: { record: Return; revision: number }, request: Request, deps: Deps) {
  const { shown, ...about } = await returnByItself(found, request, deps)
  return new Answer({ return: shown as VendorReturn }, about)
}

/** The return named in the path, of a changed order. */
export const changedVendorReturn = (
  { state, revision }: Pick<Outcome<OrderRecord>, 'state' | 'revision'>,
  request: Request & { params: { id: string } },
  deps: Deps,
) => vendorReturnAnswer({ record: requirePart(state, 'return', request.params.id), revision }, request, deps)
