import {
  batchProducts,
  createProduct,
  createVendorProduct,
  findProposal,
  getProduct,
  settleProposal,
  updateProduct,
  updateVendorProductStatus,
} from '@souk/contracts'
import { createLogger } from '@souk/runtime'
import { invalid, lookOnce, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'
import { askForProposed } from '../../background/ask-for-proposed.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

let made = 0
const bowl = (status: string) => ({
  ...{ title: `Bowl ${++made}`, status, options: [{ title: 'Glaze', values: ['Blue'] }] },
  variants: [{ title: 'Blue', options: { Glaze: 'Blue' }, prices: [{ currency_code: 'eur', amount: 24 }] }],
})
const member = memberOf('sel_a')
async function added(status: string): Promise<string> {
  const answer = await service.send(createVendorProduct, { actor: member, body: bowl(status) } as never)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.product.id
}
const admin = (operation: typeof updateProduct, id: string, body: object) =>
  service.send(operation, { actor: ADMIN, params: { id }, body } as never)
const proposalOf = async (product_id: string) => (await service.send(findProposal, { body: { product_id } })).body.proposal
const settle = (product_id: string, request_id: string, outcome: 'published' | 'rejected') =>
  service.send(settleProposal, { body: { product_id, request_id, outcome } })
const typesOf = async (id: string, count: number) => (await service.eventsOf(id, count)).map(({ type }) => type)

describe('find-proposal and settle-proposal', () => {
  it('return who proposed a product, and record the outcome of its review once', async () => {
    const id = await added('proposed')
    const proposal = await proposalOf(id)
    expect(proposal).toMatchObject({
      ...{ submitter_id: member.type === 'member' && member.id, seller_id: 'sel_a', status: 'proposed', outcome: null },
      product: { id, variants: [{ prices: [{ amount: 24 }] }] },
    })
    const { request_id } = proposal!
    for (let n = 0; n < 2; n++) expect((await settle(id, request_id, 'published')).status).toBe(200)
    expect(await proposalOf(id)).toMatchObject({ request_id, status: 'published', outcome: 'published' })
    const refused = invalid(`Product with id: ${id} was published already`)
    expect(refusal(await settle(id, request_id, 'rejected'))).toEqual(refused)
    expect(await typesOf(id, 4)).toEqual(['product.created', 'product.proposed', 'product.updated', 'product.proposal-ended'])
    expect((await service.send(getProduct, { actor: ADMIN, params: { id } })).text).not.toContain(request_id)
  })

  it('reflect every way in which the status of a product changes', async () => {
    const id = await added('draft')
    expect(await proposalOf(id)).toBeNull()
    await service.send(updateVendorProductStatus, { actor: member, params: { id }, body: { status: 'proposed' } } as never)
    const update = [{ id, status: 'rejected' }]
    await service.send(batchProducts, { actor: ADMIN, body: { update } } as never)
    expect(await proposalOf(id)).toMatchObject({ outcome: 'rejected' })
    await admin(updateProduct, id, { status: 'proposed' })
    expect(await proposalOf(id)).toMatchObject({ submitter_id: null, outcome: null })
    await service.send(batchProducts, { actor: ADMIN, body: { delete: [id] } } as never)
    expect(await proposalOf(id)).toBeNull()
    expect(await typesOf(id, 9)).toEqual([
      ...['product.created', 'product.updated', 'product.proposed', 'product.updated', 'product.proposal-ended'],
      ...['product.updated', 'product.proposed', 'product.deleted', 'product.proposal-ended'],
    ])
    expect((await settle(id, 'req_1', 'published')).status).toBe(404)
  })

  it('ignore the marketplace’s own products', async () => {
    const { body } = await service.send(createProduct, { actor: ADMIN, body: bowl('proposed') } as never)
    expect(await proposalOf(body.product.id)).toBeNull()
  })

  it('omit the prices of a product when they are too large', async () => {
    const id = await added('proposed')
    const title = 'x'.repeat(1024 * 1024)
    const prices = service.db.collection<{ _id: string; variant_id: string; title: string }>('prices')
    const { id: variant_id } = (await service.deps.products.getAlone(id, Date.now() + 5000)).record.variants[0]!
    expect((await prices.updateOne({ variant_id }, { $set: { title } })).modifiedCount).toBe(1)
    expect(await proposalOf(id)).toMatchObject({ product: { id, variants: [{ id: variant_id, prices: [] }] } })
  })
})

it('products proposed before proposals were stored get one proposal', async () => {
  const id = await added('draft')
  const products = service.db.collection<{ _id: string }>('products')
  await products.updateOne({ _id: id }, { $set: { status: 'proposed' }, $inc: { revision: 1 } } as object)
  const logger = createLogger('pricing', 'silent')
  await lookOnce(3, () => askForProposed({ ...service.deps, logger, firstAfterMs: 0 }))
  const proposal = await proposalOf(id)
  expect(proposal).toMatchObject({ submitter_id: null, outcome: null })
  await lookOnce(1, () => askForProposed({ ...service.deps, logger, firstAfterMs: 0 }))
  expect(await proposalOf(id)).toMatchObject({ request_id: proposal!.request_id })
  expect(await typesOf(id, 3)).toEqual(['product.created', 'product.updated', 'product.proposed'])
})
