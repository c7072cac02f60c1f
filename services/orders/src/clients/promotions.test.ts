import type { BodyOf, quotePromotions } from '@souk/contracts'
import { expect, it } from 'vitest'
import { anItem, anOrder } from '../../test/builders.ts'
import { promotionQuestion } from '../domain/promotions/promotion-question.ts'
import { createPromotions } from './promotions.ts'

const line = promotionQuestion(anOrder({ items: [anItem({ id: 'ordli_1', product_id: 'prod_1', variant_id: 'variant_1' })] }))
  .items[0]!
const product = {
  ...{ id: 'prod_1', collection_id: 'pcol_1', type_id: 'ptyp_1', description: 'long' },
  ...{ categories: [{ id: 'pcat_1', name: 'Shirts' }], tags: [{ id: 'ptag_1', value: 'Summer' }] },
}
const custom = { ...line, product: null, variant: null }
const BODY = {
  items: [{ ...line, product, variant: { id: 'variant_1', title: 'L' } }, custom],
  shipping_methods: [],
} as unknown as BodyOf<typeof quotePromotions>

async function sent(isTaken: boolean) {
  const bodies: unknown[] = []
  const bus = { takes: () => isTaken, call: async (_: unknown, { body }: { body: unknown }) => bodies.push(body) }
  await createPromotions(bus as never).quote(BODY, {} as never)
  return bodies
}

it('whole products and variants are sent to promotions if the bus takes them', async () => {
  expect(await sent(true)).toEqual([BODY])
})

it('only the ids of products and variants are sent to promotions if the whole ones are too large for the bus', async () => {
  const ids = {
    id: 'prod_1',
    collection_id: 'pcol_1',
    type_id: 'ptyp_1',
    categories: [{ id: 'pcat_1' }],
    tags: [{ id: 'ptag_1' }],
  }
  const items = [{ ...line, product: ids, variant: { id: 'variant_1' } }, custom]
  expect(await sent(false)).toEqual([{ ...BODY, items }])
})
