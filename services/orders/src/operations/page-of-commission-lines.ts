import type { ListQuery } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import { listedCommissionLines } from '../answers/commission-line.ts'
import type { Deps } from '../deps.ts'

type Request = Pick<RequestContext, 'selection' | 'deadline' | 'passOn'> & { query: ListQuery }

/** A page of commission lines. @param seller_id undefined: of all sellers */
export async function pageOfCommissionLines(request: Request, seller_id: string | undefined, deps: Deps) {
  const { query, deadline } = request
  const { offset, limit, order, context } = query
  const { found, count } = await deps.orders.pageOfCommissionLines({
    seller_id,
    start_date: context?.start_date,
    end_date: context?.end_date,
    direction: order?.[0]?.direction ?? -1,
    offset,
    limit,
    deadline,
  })
  return { commission_lines: await listedCommissionLines(found, request, deps), count, offset, limit }
}
