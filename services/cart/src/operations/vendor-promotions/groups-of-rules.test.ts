import {
  batchVendorPromotionRules,
  batchVendorPromotionTargetRules,
  createVendorPromotion,
  getVendorPromotion,
} from '@souk/contracts'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aGroup, VIP_GROUP } from '../../../test/builders.ts'
import { type CartUnderTest, startCart } from '../../../test/service.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
  const group = (id: string, seller_id: string) => aGroup({ id, name: id, seller_id })
  await insertMissing(service.orders.db, { customer_groups: [group(OWN, ids.seller), group(THEIRS, ids.foreign_seller)] })
})
afterAll(() => service.stop())

const [OWN, THEIRS] = ['cusgroup_own', 'cusgroup_theirs']
const REFUSED = invalid('Vendor Promotion can be limited only to seller own customer groups!')
const HALF = { type: 'percentage', target_type: 'items', allocation: 'across', value: 50 }
const about = (values: string | string[], attribute = 'customer.groups.id') => ({ attribute, operator: 'in', values })
let made = 0
const create = (rules: object[], method: object = {}) => {
  const body = { code: `GROUP-${++made}`, type: 'standard', rules, application_method: { ...HALF, ...method } }
  return service.vendor(createVendorPromotion, { body: body as never })
}
const batch = (id: string, body: object) => service.vendor(batchVendorPromotionRules, { params: { id }, body: body as never })

it('rules of a seller’s promotion may name groups of the seller and of the marketplace', async () => {
  const { status, body } = await create([about([OWN, VIP_GROUP])])
  expect(status, JSON.stringify(body)).toBe(201)
  const { id, rules } = body.promotion
  expect((await batch(id, { update: [{ id: rules[0].id, values: VIP_GROUP }], create: [about(OWN)] })).status).toBe(200)
})

it.each([
  ['another seller’s group', about([OWN, THEIRS])],
  ['an unknown group', about('cusgroup_none')],
  ['anything but ids of groups', about('VIP', 'customer.groups.name')],
])('rules of a seller’s promotion are rejected for %s', async (_what, rule) => {
  expect(refusal(await create([rule]))).toEqual(REFUSED)
  expect(refusal(await create([], { target_rules: [rule] }))).toEqual(REFUSED)
  const { id, rules } = (await create([about(OWN)])).body.promotion
  expect(refusal(await batch(id, { create: [rule] }))).toEqual(REFUSED)
  const update = [{ id: rules[0].id, ...rule }]
  expect(refusal(await batch(id, { update }))).toEqual(REFUSED)
})

it('rules may keep a foreign group that they already name, but name no other one beside it', async () => {
  const { id, rules } = (await create([about(OWN)])).body.promotion
  await service.db
    .collection<{ _id: string }>('promotions')
    .updateOne({ _id: id }, { $set: { 'rules.0.values.0.value': THEIRS } as never, $inc: { revision: 1 } as never })
  const change = (...values: string[]) => batch(id, { update: [{ id: rules[0].id, values }] })
  expect(refusal(await change(THEIRS, 'cusgroup_none'))).toEqual(REFUSED)
  expect((await change(THEIRS)).status).toBe(200)
})

it('a request names each rule once, so that none gets its attribute from one change and its values from another', async () => {
  const { id, rules } = (await create([about('reg_1', 'region.id')])).body.promotion
  const [rule] = rules
  const update = [
    { id: rule.id, ...about(OWN) },
    { id: rule.id, values: [THEIRS] },
  ]
  const twice = invalid(`Promotion rule with id: ${rule.id} is named more than once`)
  expect(refusal(await batch(id, { update }))).toEqual(twice)
  const line = about('prod_none', 'items.product.categories.id')
  const { promotion } = (await create([], { target_rules: [line] })).body
  const [{ id: target }] = promotion.application_method.target_rules
  const change = [
    { id: target, ...about(OWN) },
    { id: target, values: [THEIRS] },
  ]
  const replies = await service.vendor(batchVendorPromotionTargetRules, {
    params: { id: promotion.id },
    body: { update: change } as never,
  })
  expect(refusal(replies)).toEqual(invalid(`Promotion rule with id: ${target} is named more than once`))
})

it('concurrent changes of a rule’s attribute and of its values never name another seller’s group together', async () => {
  for (let round = 0; round < 10; round++) {
    const { id, rules } = (await create([about('reg_1', 'region.id')])).body.promotion
    const [rule] = rules
    const replies = await Promise.all([
      batch(id, { update: [{ id: rule.id, ...about(OWN) }] }),
      batch(id, { update: [{ id: rule.id, values: [THEIRS] }], create: [about(OWN)] }),
    ])
    const after = (await service.vendor(getVendorPromotion, { params: { id } })).body.promotion.rules[0]
    const named = [after.attribute, after.values.map(({ value }: { value: string }) => value)]
    expect(named).not.toEqual(['customer.groups.id', [THEIRS]])
    for (const { status } of replies) expect([200, 400, 409]).toContain(status)
  }
})
