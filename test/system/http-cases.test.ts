import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../services/sellers/src/credentials/passwords.ts'
import { seededProducts } from '../../tools/seed/catalogue.ts'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { insertMissing } from '../../tools/seed/insert-missing.ts'
import { seededDates, seededTimestamps } from '../../tools/seed/records.ts'
import { seededRegion } from '../../tools/seed/regions.ts'
import { expectAnswer, type HttpCase, isOffered, readCases, send, type Values } from './http-cases.ts'
import * as records from './records.ts'
import { bearing } from './scenes/scene.ts'
import { type System, startSystem } from './system.ts'

const CASES = readCases()

let system: System
const actors: Values = {}
/** What does not change from case to case. */
let shared: Values
beforeAll(async () => {
  system = await startSystem()
  shared = {
    own_variant: ids.variant,
    list_of_B: ids.foreign_price_list,
    variant_of_B: ids.foreign_variant,
    member_of_A: ids.member,
    second_member_of_A: ids.second_member,
    member_of_B: ids.foreign_member,
    own: ids.member,
    so: ids.shipping_option,
    cus: 'cus_OF_BOTH',
    v: ids.variant,
  }
  for (const seller_id of [ids.seller, ids.seller, ids.seller, ids.foreign_seller, ids.foreign_seller]) {
    await records.addOrder(system, { customer_id: 'cus_OF_BOTH', seller_id })
  }
  await Promise.all([issueCards(), stockVariants(), makeTaxInclusiveSale(), makeAdministrator()])
})
afterAll(() => system.stop())

/** The cards that cases name by their codes. */
async function issueCards() {
  const usd = { currency_code: 'usd' }
  await records.addGiftCard(system, { code: 'TEST1', value: 400, ...usd })
  await records.addGiftCard(system, { code: 'TEST-2', value: 200, ...usd })
  await records.addGiftCard(system, { code: 'SHARED-CARD', value: 400, balance: '0', ...usd })
  await records.addGiftCard(system, { code: 'EURCARD', value: 400 })
}

const SCARCE = 'variant_SCARCE'
const UNPRICED = 'variant_UNPRICED'
const ON_SALE = 'variant_ON_SALE'

/** A variant of which there are ten, one without a price, and one for the sale. */
async function stockVariants() {
  const shirt = seededProducts[0]!
  const like = (id: string) => {
    const text = JSON.stringify(shirt.variants[0])
      .replaceAll(ids.variant, id)
      .replaceAll(ids.inventory_item, `iitem_${id}`)
      .replaceAll('SHIRT-S', id)
      .replaceAll(/10000[01]/g, '10')
    return { ...(JSON.parse(text) as (typeof shirt.variants)[number]), price_set_id: `pset_${id}` }
  }
  const variants = [like(SCARCE), like(UNPRICED), like(ON_SALE)]
  await insertMissing(system.pricing.db, {
    products: [{ ...shirt, id: 'prod_CASES', handle: 'cases', variants, variant_codes: [] }],
  })
}

const SALE_REGION = 'reg_SALE'

/** A region whose prices include taxes, and a variant that costs 350 there instead of 1500. */
async function makeTaxInclusiveSale() {
  const currency_code = 'cad'
  await insertMissing(system.pricing.db, {
    regions: [
      { ...seededRegion, id: SALE_REGION, name: 'Sale', currency_code, countries: [], created_at: '2026-02-01T00:00:00.000Z' },
    ],
    price_preferences: [
      { id: 'prpref_SALE', attribute: 'currency_code', value: currency_code, is_tax_inclusive: true, ...seededDates },
    ],
  })
  const list = {
    id: 'plist_SALE',
    seller_id: ids.seller,
    title: 'Sale',
    description: null,
    rules: [],
    starts_at: null,
    ends_at: null,
    metadata: null,
  }
  await insertMissing(system.pricing.db, { price_lists: [{ ...list, status: 'active', type: 'sale', ...seededDates }] })
  const price = {
    title: null,
    shipping_option_id: null,
    min_quantity: null,
    max_quantity: null,
    rules: [],
    price_set_id: `pset_${ON_SALE}`,
    seller_id: ids.seller,
    ...seededDates,
  }
  await insertMissing(system.pricing.db, {
    prices: [
      { ...price, id: 'price_SALE1', key: ON_SALE, variant_id: ON_SALE, currency_code, amount: 1500, price_list_id: null },
      { ...price, id: 'price_SALE2', key: ON_SALE, variant_id: ON_SALE, currency_code, amount: 350, price_list_id: list.id },
    ],
  })
}

async function makeAdministrator() {
  const identity = {
    id: 'authid_CASES',
    provider: 'emailpass',
    actor_type: 'user',
    email: 'admin@medusa.js',
    actor_id: ids.admin,
    seller_id: null,
  } as const
  await insertMissing(system.sellers.db, {
    auth_identities: [{ ...identity, password_hash: await hashPassword('secret'), ...seededTimestamps }],
  })
}

/** A cart of 800 dollars without taxes. */
const cartOf800 = () =>
  records.addCart(system, {
    region_id: ids.us_region,
    shipping_address: undefined,
    items: [{ variant_id: ids.foreign_variant, quantity: 80 }],
  })

async function cartWith(...codes: string[]) {
  const cart = await cartOf800()
  for (const code of codes)
    expect((await system.http('POST', `/store/carts/${cart}/gift-cards`, { body: { code } })).status).toBe(200)
  return { cart }
}

/** What a case's `given` says beyond what its placeholders say. */
const GIVEN: Record<string, () => Promise<Values>> = {
  H022: () => suspended(),
  H036: () => cartWith('TEST-2'),
  H047: async () => ({ cart: await records.addCompletedCart(system, (await cartWith('TEST1')).cart) }),
  H052: () => cartWith('TEST1'),
  H076: async () => ({ order: await records.addOrder(system) }),
  H077: async () => ({ order: await records.addOrder(system, { status: 'canceled', canceled_at: SEEDED_AT }) }),
  H100: () => suspended(),
  H124: async () => {
    const { body } = await system.http('POST', '/admin/api-keys', { body: { title: 'Revoked', type: 'secret' } })
    return { id: body.api_key.id }
  },
  H127: async () => ({ us: SALE_REGION, v1500: ON_SALE }),
  H133: async () => ({ v: SCARCE }),
  H134: async () => ({ v: UNPRICED }),
  H136: async () => {
    const { token } = await records.addMemberInvite(system)
    const [first, second] = [await records.addIdentity(system, 'seller'), await records.addIdentity(system, 'seller')]
    const body = { token, name: 'Ann' }
    expect((await system.http('POST', '/vendor/invites/accept', { ...bearing(first.token), body })).status).toBe(200)
    actors['fresh seller token'] = second.token
    return { t: token }
  },
}

async function suspended(): Promise<Values> {
  const { token, member_id } = await records.addSeller(system, { store_status: 'SUSPENDED' })
  actors.seller_suspended = token
  return { own: member_id }
}

/** What each placeholder stands for when nothing else is given, made afresh for each case. */
const MAKERS: Record<string, () => Promise<Values>> = {
  own_list: async () => ({ own_list: await records.addPriceList(system) }),
  cart: async () => ({ cart: await cartOf800() }),
  order: async () => {
    const { order_id, change_id } = await records.addOrderWithEdit(system)
    return { order: order_id, change: change_id }
  },
}

async function valuesFor(one: HttpCase): Promise<Values> {
  const given = (await GIVEN[one.id]?.()) ?? {}
  const names = new Set([...JSON.stringify([one.request, one.expect]).matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
  const values = { ...shared, ...given }
  for (const name of names) if (!(name in given)) Object.assign(values, await MAKERS[name]?.())
  return values
}

describe('the recorded cases of HTTP', () => {
  it.each(CASES.filter(isOffered).map((one) => [one.id, one.given, one] as const))('%s: %s', async (_id, _given, one) => {
    const values = await valuesFor(one)

    const answer = await send(system, one, values, actors)

    expectAnswer(answer, one.expect, values)
  })

  it.skip.each(CASES.filter((one) => !isOffered(one)).map((one) => [one.id, one.request.to] as const))(
    '%s has no operation yet: %s',
    () => {},
  )

  it.each<[string, object]>([
    ['another status', { status: 201 }],
    ['another part', { body: { type: 'x' } }],
    ['another value', { body_has: { 'a.b[*].c': 3 } }],
    ['another list of values', { body_has: { 'a.b[*].c': [1] } }],
    ['a value that is not there', { body_has: { 'a.d': 1 } }],
    ['other keys', { body_exact_keys: { 'a.b[0]': ['c', 'd'] } }],
    ['another length', { count: { 'a.b': 1 } }],
    ['another message', { message: 'Fine' }],
    ['another beginning', { message_starts: 'Fine' }],
    ['a text that is not there', { body_has_string: 'token' }],
    ['a record that is not there', { has_object: 'a' }],
    ['another code', { code_pattern: '^GIFT-' }],
    ['a check that there is not', { sounds_nice: true }],
  ])('would be missed by an answer with %s', (_name, expectation) => {
    const body = { a: { b: [{ c: 1 }, { c: 2 }] }, message: 'OK', gift_card: { code: 'MINE' } }
    const answer = { status: 200, headers: new Headers(), text: JSON.stringify(body), body }
    const met = { body_has: { 'a.b[*].c': [1, 2], 'a.b[1].c': 2 }, count: { 'a.b': 2 }, message_starts: 'O' }

    expectAnswer(answer, { status: 200, ...met }, {})
    expect(() => expectAnswer(answer, { status: 200, ...expectation }, {})).toThrow()
  })

  it('are known by their ids', () => {
    const known = new Set(CASES.map(({ id }) => id))
    expect(known.size).toBe(CASES.length)
    expect(Object.keys(GIVEN).filter((id) => !known.has(id))).toEqual([])
    expect(CASES.filter(isOffered).length).toBeGreaterThan(50)
  })
})
