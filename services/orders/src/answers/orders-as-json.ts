import { JsonText, projectionOf, type Selection, selectFields, stringify, wants } from '@souk/contracts'
import type { RequestContext } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { Entry } from '../stores/list-entries.ts'
import { customerOf } from './customer.ts'

type Request = Pick<RequestContext, 'selection' | 'actor' | 'deadline'>

/** Fields with records of others, or whose length has no bound: pages with these are made as they are read. */
const ELSEWHERE = ['seller', 'order_set', 'gift_cards', 'returns', 'customer.addresses', 'customer.groups']
/** Longer `fields` are compiled anew for each request, so that entries would never be found again. */
const MAX_FIELDS_LENGTH = 500

/** Whether orders contain everything that the selection shows, except for their customers. */
export const areListedAsJson = (selection: Selection, { fields = '' }: { fields?: string | undefined }): boolean =>
  projectionOf(selection) !== undefined && fields.length <= MAX_FIELDS_LENGTH && !ELSEWHERE.some((path) => wants(selection, path))

/** The entries with their customers, if the selection shows them: these are read each time. */
export async function ordersAsJson(entries: readonly Entry[], request: Request, deps: Deps): Promise<JsonText[]> {
  const { selection } = request
  if (!wants(selection, 'customer')) return entries.map(({ json }) => json)
  const ids = [...new Set(entries.map(({ customer_id }) => customer_id))]
  const texts = await Promise.all(
    ids.map(async (id) => {
      const customer = await customerOf(id, request, deps)
      const shown = selectFields(selection, { customer }) as { customer: unknown }
      return [id, stringify(shown.customer)] as const
    }),
  )
  const customers = new Map(texts)
  return entries.map(
    ({ json, customer_id }) => new JsonText(`${json.text.slice(0, -1)},"customer":${customers.get(customer_id)}}`),
  )
}
