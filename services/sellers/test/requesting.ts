import { type Actor, listRequests, registerSeller, reviewRequest } from '@souk/contracts'
import { expect } from 'vitest'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { idsOfRequested } from '../src/operations/requests/carry-out.ts'
import { aMember, aSeller, memberOf } from './builders.ts'
import { someoneRegistered } from './people.ts'
import type { SellersUnderTest } from './service.ts'

let made = 0
export const aName = () => `Paper & Pen ${++made}`
const handle = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

export const REVIEWED = [400, 'invalid_data', 'This request is already reviewed']
export const IS_SELLER = [400, 'invalid_data', 'Request already authenticated as a seller.']
export const taken = (name: string) => [409, 'conflict', `Seller with handle: ${handle(name)}, already exists.`]

/** People who ask for a seller of their own, and administrators who review it. */
export function requesting(service: () => SellersUnderTest) {
  const soon = () => Date.now() + 5000

  const register = (actor: Actor, body: object = {}, options: object = {}) =>
    service().send(registerSeller, {
      actor,
      body: { name: aName(), member: { name: 'Ann', email: 'ann@example.com' }, ...body },
      ...options,
    } as never)

  const requestsOf = async ({ identity_id }: { identity_id: string }) =>
    (await service().admin(listRequests, { query: `submitter_id=${identity_id}` })).body.requests

  /** The ids of the seller and the owner that the request makes. */
  const idsOf = async (request_id: string) => idsOfRequested((await service().deps.requests.get(request_id, soon())).record)

  return {
    register,
    requestsOf,
    review: (id: string, status: string, options: object = {}) =>
      service().admin(reviewRequest, { params: { id }, body: { status, reviewer_note: 'Fine' }, ...options } as never),

    /** Somebody who registered and asked for a seller. */
    async someoneAsking({ name = aName() }: { name?: string } = {}) {
      const { actor, email } = await someoneRegistered(service(), 'seller')
      expect((await register(actor, { name })).status).toBe(201)
      const [{ id }] = await requestsOf(actor)
      return { actor, email, id: id as string, name, handle: handle(name) }
    },

    /** A seller of this name beside those. */
    async aSellerNamed(name: string) {
      const id = `sel_named${++made}`
      const members = [aMember({ id: `mem_named${made}`, seller_id: id })]
      await insertMissing(service().db, { sellers: [aSeller({ id, name, handle: handle(name), members })] })
      return { id, owner: memberOf(id, members[0]!.id) }
    },

    identityOf: ({ identity_id }: { identity_id: string }) => service().deps.identities.find(identity_id, soon()),
    idsOf,
    sellerOf: async (request_id: string) => service().deps.sellers.find((await idsOf(request_id)).seller_id, soon()),
  }
}
