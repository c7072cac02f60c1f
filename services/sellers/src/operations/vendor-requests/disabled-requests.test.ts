import {
  batchVendorRequests,
  createConfigurationRule,
  createVendorRequest,
  listVendorRequests,
  updateConfigurationRule,
  updateVendorRequest,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReviews } from '../../../../../tools/seed/reviews.ts'
import { ASKED, requestingOfSellers } from '../../../test/sellers-requests.ts'
import { type SellersUnderTest, startForAdministrators, startSellers } from '../../../test/service.ts'

let service: SellersUnderTest
let rule_id: string
const ADMIN = { type: 'user', id: 'user_1', identity_id: null } as const
const enable = (is_enabled: boolean) =>
  service.send(updateConfigurationRule, { actor: ADMIN, params: { id: rule_id }, body: { is_enabled } })

beforeAll(async () => {
  service = await startForAdministrators()
  const [seeded] = seededReviews
  await insertMissing(service.db, { reviews: [{ ...seeded!, id: 'rev_own', order_id: 'order_own', seller_id: 'sel_asks' }] })
  const body = { rule_type: 'product_request_enabled', is_enabled: true } as const
  rule_id = (await service.send(createConfigurationRule, { actor: ADMIN, body })).body.configuration_rule.id
})
afterAll(() => service.stop())

const { as, ask, review } = requestingOfSellers(() => service)
const { send, asked, get } = as('sel_asks')
const update = (id: string, request: object) => send(updateVendorRequest, { params: { id }, body: { request } })
const batch = (body: object) => send(batchVendorRequests, { body })
const tag = { type: 'product_tag', data: { value: 'handmade' } }
const removal = { type: 'review_remove', data: { review_id: 'rev_own', reason: 'Abuse' } }
const REFUSED = [403, 'not_allowed', 'Requests cannot be made: the marketplace has disabled product requests']

describe('while product requests are disabled', () => {
  it.each(Object.entries(ASKED).filter(([type]) => type !== 'review_remove'))(
    'none is created or changed: %s',
    async (type, data) => {
      await enable(true)
      const { id } = await asked('product_tag', { value: 'before' })
      await enable(false)
      const { count } = (await send(listVendorRequests)).body
      const request = { type, data }
      expect(refusal(await ask(request))).toEqual(REFUSED)
      expect(refusal(await batch({ create: [{ request }] }))).toEqual(REFUSED)
      expect(refusal(await update(id, tag))).toEqual(REFUSED)
      expect(refusal(await batch({ update: [{ id, request: tag }], create: [{ request: removal }] }))).toEqual(REFUSED)
      expect((await get(id)).body.request).toMatchObject({ data: { value: 'before' }, status: 'pending' })
      expect((await send(listVendorRequests)).body.count).toBe(count)
    },
  )

  it('pending ones are reviewed and deleted, and the removal of a review is requested', async () => {
    await enable(true)
    const [first, second] = [await asked('product_tag', { value: 'first' }), await asked('product_tag', { value: 'second' })]
    await enable(false)
    expect((await review(first.id, 'accepted')).status).toBe(200)
    expect((await batch({ delete: [second.id] })).body.deleted).toEqual([second.id])
    const made = await ask(removal)
    expect(made.status).toBe(201)
    const { id } = made.body.request
    expect((await update(id, { ...removal, data: { reason: 'Spam' } })).status).toBe(200)
    expect((await batch({ create: [{ request: removal }] })).status).toBe(200)
  })

  it('a change applies as soon as it is answered, at every replica', async () => {
    const other = await startSellers({}, service.servers)
    try {
      for (const is_enabled of [true, false, true, false]) {
        await enable(is_enabled)
        const answers = await Promise.all(
          [service, other].map(({ id: replica }) => send(createVendorRequest, { body: { request: tag }, replica })),
        )
        expect(answers.map(({ status }) => status)).toEqual(Array(2).fill(is_enabled ? 201 : 403))
      }
    } finally {
      await other.leave()
    }
  })
})
