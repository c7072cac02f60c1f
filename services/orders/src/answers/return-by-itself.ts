import type { Order, Return, ReturnWithReasons } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { askedOfOrder } from './part-by-itself.ts'
import { returnAnswer } from './return.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline'>

/** May also have the lines of its items, and its shipping methods. */
type ShownReturn = ReturnWithReasons & { order?: Order }

/** A return of an order at this revision, with the requested fields from the order. */
export async function returnByItself(found: { record: Return; revision: number }, request: Request, deps: Deps) {
  const { body, revision, others } = await returnAnswer(found, request, deps)
  const record = body.return
  const asked = await askedOfOrder(record, request, deps)
  return { shown: { ...record, ...asked.shown } as ShownReturn, revision: revision!, others: [others, asked.others] }
}
