import { type AdminRequest, type Selection, type SubmittedRequest, wants } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import type { RequestRecord } from '../domain/requests/request.ts'
import { shownSeller } from '../domain/sellers/seller.ts'

/** A request as shown in answers. */
export const shownRequest = ({ accepting: _, seller_id: __, ...request }: RequestRecord) => request as SubmittedRequest

/** Requests as shown to administrators: with the submitting sellers, if requested. */
export async function adminRequests(
  requests: readonly RequestRecord[],
  { selection, deadline }: { selection: Selection; deadline: number },
  { sellers }: Pick<Deps, 'sellers'>,
): Promise<AdminRequest[]> {
  const ids = wants(selection, 'seller') ? [...new Set(requests.flatMap(({ seller_id }) => seller_id ?? []))] : []
  const found = ids.length > 0 ? await sellers.list({ _id: { $in: ids } }, deadline) : []
  const byId = new Map(found.map((seller) => [seller.id, shownSeller(seller, false)]))
  return requests.map((request) => {
    const seller = request.seller_id === undefined ? undefined : { seller: byId.get(request.seller_id) ?? null }
    return { ...shownRequest(request), ...seller }
  })
}
