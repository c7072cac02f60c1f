import { getProductCategory, getProductType, getSeller } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import type { ReferredKind, ReferredRecord } from '../domain/commission/referred-records.ts'

type NameOf = (id: string, envelope: Envelope) => Promise<string>

/** The records that commission rules refer to, as administrators see them: they belong to `sellers` and `pricing`. */
export function createCommissionReferences(bus: Pick<Bus, 'call'>) {
  const nameOf: Record<ReferredKind, NameOf> = {
    seller: async (id, envelope) =>
      (await bus.call(getSeller, { params: { id }, query: 'fields=id,name' }, envelope)).seller.name,
    product_type: async (id, envelope) =>
      (await bus.call(getProductType, { params: { id }, query: 'fields=id,value' }, envelope)).product_type.value,
    product_category: async (id, envelope) =>
      (await bus.call(getProductCategory, { params: { id }, query: 'fields=id,name' }, envelope)).product_category.name,
  }

  return {
    /** Their names, in this order. @throws not_found in the words of the owner; unavailable */
    names: (records: readonly ReferredRecord[], envelope: Envelope): Promise<string[]> =>
      Promise.all(records.map(({ kind, id }) => nameOf[kind](id, envelope))),
  }
}

export type CommissionReferences = ReturnType<typeof createCommissionReferences>
