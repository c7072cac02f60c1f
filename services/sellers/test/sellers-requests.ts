import { createVendorRequest, getVendorRequest, type Operation, reviewRequest } from '@souk/contracts'
import { type CallOptions, patient } from '@souk/runtime/testing'
import { memberOf } from './builders.ts'
import type { SellersUnderTest } from './service.ts'

/** The data of a request of each type. */
export const ASKED = {
  product_category: { name: 'Hats', handle: 'hats', description: 'For heads', parent_category_id: null },
  product_collection: { title: 'Winter', handle: '' },
  product_collection_update: { collection_id: 'pcol_none', title: 'Summer' },
  product_type: { value: 'Ceramics', metadata: { a: 1 } },
  product_tag: { value: 'handmade' },
  review_remove: { review_id: 'rev_none', reason: 'Abuse' },
} as const

/** Sellers that ask the marketplace for something, and administrators who review it. */
export function requestingOfSellers(service: () => SellersUnderTest) {
  function as(seller_id: string) {
    const send = <O extends Operation>(operation: O, options: object = {}) =>
      service().send(operation, { actor: memberOf(seller_id), ...options } as CallOptions<O>)
    return {
      send,
      get: (id: string, query = '') => send(getVendorRequest, { params: { id }, query }),
      /** A pending request. */
      async asked(type: keyof typeof ASKED, data: object = ASKED[type]): Promise<{ id: string; data: object }> {
        const answer = await send(createVendorRequest, { body: { request: { type, data } } })
        if (answer.status !== 201) throw new Error(answer.text)
        return answer.body.request
      },
    }
  }

  return {
    as,
    ask: (request: object) => as('sel_asks').send(createVendorRequest, { body: { request } }),
    review: (id: string, status: string, options: object = {}) =>
      service().admin(reviewRequest, {
        params: { id },
        body: { status, reviewer_note: 'Fine' },
        ...patient(),
        ...options,
      } as never),
  }
}
