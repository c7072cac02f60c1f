import { listProductCategories, listProductTypes, notFound } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import type { ReferredKind, ReferredRecord } from '../domain/commission/referred-records.ts'
import type { SellersOfOrders } from './sellers-of-orders.ts'

type NameOf = (id: string, envelope: Envelope) => Promise<string | undefined>

const UNKNOWN: Record<ReferredKind, (id: string) => string> = {
  seller: (id) => `Seller id not found: ${id}`,
  product_type: (id) => `Product type with id: ${id} was not found`,
  product_category: (id) => `Product category with id: ${id} was not found`,
}
const queryOf = (id: string, name: string) => new URLSearchParams({ id, fields: `id,${name}` }).toString()

/** The records that commission rules refer to, which belong to `sellers` and `pricing`. */
export function createCommissionReferences(bus: Pick<Bus, 'call'>, sellers: Pick<SellersOfOrders, 'find'>) {
  const nameOf: Record<ReferredKind, NameOf> = {
    seller: async (id, envelope) => (await sellers.find([id], envelope)).get(id)?.name,
    product_type: async (id, envelope) =>
      (await bus.call(listProductTypes, { query: queryOf(id, 'value') }, envelope)).product_types[0]?.value,
    product_category: async (id, envelope) =>
      (await bus.call(listProductCategories, { query: queryOf(id, 'name') }, envelope)).product_categories[0]?.name,
  }

  return {
    /** Their names, in this order. @throws not_found in the words of the owner; unavailable */
    names: (records: readonly ReferredRecord[], envelope: Envelope): Promise<string[]> =>
      Promise.all(
        records.map(async ({ kind, id }) => {
          const name = await nameOf[kind](id, envelope)
          if (name === undefined) throw notFound(UNKNOWN[kind](id))
          return name
        }),
      ),
  }
}

export type CommissionReferences = ReturnType<typeof createCommissionReferences>
