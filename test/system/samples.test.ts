import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { richCart } from '../../tools/seed/carts.ts'
import { ids, SEEDED_AT } from '../../tools/seed/ids.ts'
import { expectErrorShape } from './expect-refusal.ts'
import { offers } from './http-cases.ts'
import * as records from './records.ts'
import { type HttpAnswer, type HttpOptions, type System, startSystem } from './system.ts'

interface Sample {
  request: { method: string; path: string; headers: Record<string, string>; body: unknown }
  response: { status: number; body: Record<string, unknown> }
}

const FOLDER = resolve(import.meta.dirname, '../data/samples')
const SAMPLES = ['medusa', 'mercur'].flatMap((peer) =>
  readdirSync(join(FOLDER, peer)).map((file): [string, Sample] => [
    `${peer}/${file.replace('.json', '')}`,
    JSON.parse(readFileSync(join(FOLDER, peer, file), 'utf8')) as Sample,
  ]),
)
const isOffered = ({ request }: Sample) => offers(request.method, request.path.split('?')[0]!)
const queryOf = ({ request }: Sample) => (request.path.includes('?') ? request.path.slice(request.path.indexOf('?')) : '')

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

/** The same situation as the sample's, in our records; `names` maps the ids in its texts to ours. */
interface Scene {
  path: string
  options?: HttpOptions
  names?: Record<string, string>
}
type Play = (sample: Sample) => Promise<Scene>

const bodyOf = ({ request }: Sample, changes: object = {}) => ({ ...(request.body as object), ...changes })
const ANONYMOUS = { as: 'anonymous', key: false } as const

// ---- carts

/** A customer's cart with everything a cart can have, as the peers' carts of the samples. */
async function cartPath(suffix = '', { codes = [] as string[] } = {}) {
  const cart = await records.addCart(system, { email: 'buyer@test.com' })
  for (const code of codes) await system.http('POST', `/store/carts/${cart}/gift-cards`, { body: { code } })
  return { cart, path: `/store/carts/${cart}${suffix}` }
}

const richCartPath = () => `/store/carts/${richCart(system.secrets).id}`

const createCart: Play = async (sample) => {
  const { email } = sample.request.body as { email?: string }
  const body = { region_id: ids.region, sales_channel_id: ids.sales_channel, email }
  return { path: '/store/carts', options: { body } }
}
const addItem: Play = async () => ({
  path: (await cartPath('/line-items')).path,
  options: { body: { variant_id: ids.variant, quantity: 1 } },
})
const getRichCart: Play = async () => ({ path: richCartPath() })
const withCode =
  (code: string): Play =>
  async (sample) => ({ path: (await cartPath('/gift-cards')).path + queryOf(sample), options: { body: { code } } })
const onAbsentCart =
  (suffix: string): Play =>
  async (sample) => ({ path: `/store/carts/cart_nope${suffix}`, options: { body: sample.request.body ?? undefined } })

/** Takes the seeded card off the rich cart; put back before, since several samples do so. */
const removeFromRichCart: Play = async (sample) => {
  const path = `${richCartPath()}/gift-cards`
  const body = { code: system.secrets.second_gift_card_code }
  await system.http('POST', path, { body })
  return { path: path + queryOf(sample), options: { body } }
}

// ---- orders

const shippingPath = (order: string) => `/admin/order-edits/${order}/shipping-method`
const onRichOrder =
  (suffix: string): Play =>
  async () => ({ path: `/admin/orders/${ids.rich_order}${suffix}` })
const addMethod: Play = async (sample) => {
  const { order_id } = await records.addOrderWithEdit(system)
  await system.http('POST', shippingPath(order_id), { body: { shipping_option_id: ids.shipping_option } })
  return { path: shippingPath(order_id), options: { body: bodyOf(sample, { shipping_option_id: ids.express_shipping_option }) } }
}
const methodOf =
  (changes: object | string, options: HttpOptions = {}): Play =>
  async () => {
    const { order_id } = await records.addOrderWithEdit(system)
    return { path: shippingPath(order_id), options: { body: changes, ...options } }
  }
const METHOD = { shipping_option_id: ids.shipping_option }

// ---- sellers

const pricePath = (list: string) => `/vendor/price-lists/${list}/prices`
const addPrice: Play = async (sample) => {
  const created = await system.http('POST', '/vendor/price-lists', {
    body: {
      title: 'Sale',
      description: 'sale',
      starts_at: '2026-01-01',
      ends_at: '2027-01-01',
      prices: [
        {
          variant_id: ids.second_variant,
          currency_code: 'eur',
          amount: 7,
          min_quantity: 1,
          max_quantity: 9,
          rules: { region_id: ids.region },
        },
      ],
    },
  })
  const body = sample.request.body as { variant_id?: string }
  const variant_id = body.variant_id === undefined || body.variant_id === 'variant_nope' ? body.variant_id : ids.variant
  return { path: pricePath(created.body.price_list.id) + queryOf(sample), options: { body: { ...body, variant_id } } }
}
const priceOn =
  (list: string, options: HttpOptions = {}): Play =>
  async () => ({
    path: pricePath(list),
    options: { body: { variant_id: ids.variant, currency_code: 'eur', amount: 1 }, ...options },
  })
const member =
  (id: string, options: HttpOptions = {}): Play =>
  async (sample) => ({ path: `/vendor/members/${id}${queryOf(sample)}`, options })
const orders =
  (customer: string, options: HttpOptions = {}): Play =>
  async (sample) => ({ path: `/vendor/customers/${customer}/orders${queryOf(sample)}`, options })

const bearer = (token: () => string): HttpOptions => ({
  ...ANONYMOUS,
  get headers() {
    return { authorization: `Bearer ${token()}` }
  },
})

const SCENES: Record<string, Play> = {
  'medusa/00-auth-admin-login': async () => ({
    path: '/auth/user/emailpass',
    options: { body: { email: system.facts.admin.email, password: system.secrets.admin_password } },
  }),
  'medusa/10-store-create-cart': createCart,
  'medusa/11-store-add-line-item': addItem,
  'medusa/17-store-create-cart-guest': createCart,
  'medusa/18-store-add-line-item-guest': addItem,
  'medusa/19-store-get-cart': getRichCart,
  'medusa/19b-store-get-cart-with-address-and-shipping': getRichCart,
  'medusa/20-admin-get-order': onRichOrder(''),
  'medusa/21-admin-begin-order-edit': async (sample) => ({
    path: '/admin/order-edits',
    options: { body: bodyOf(sample, { order_id: await records.addOrder(system) }) },
  }),
  'medusa/22-OP-admin-order-edit-shipping-method': addMethod,
  'medusa/22b-OP-admin-order-edit-shipping-method-second': addMethod,
  'medusa/23-admin-order-preview': onRichOrder('/preview'),
  'medusa/24-ERR-400-begin-order-edit-twice': async () => {
    const { order_id } = await records.addOrderWithEdit(system)
    return { path: '/admin/order-edits', options: { body: { order_id } }, names: { order_01M7Y3K4VTEREBY9Y93RS4683G: order_id } }
  },
  'medusa/25-ERR-shipping-method-without-edit': async () => ({
    path: shippingPath(await records.addOrder(system)),
    options: { body: METHOD },
  }),
  'medusa/26-ERR-404-shipping-method-order-missing': async () => ({
    path: shippingPath('order_nope'),
    options: { body: METHOD },
  }),
  'medusa/27-ERR-400-shipping-method-no-body-fields': methodOf({}),
  'medusa/27b-ERR-400-shipping-method-bad-types': methodOf({ ...METHOD, custom_amount: 'x', foo: 1 }),
  'medusa/27c-ERR-shipping-option-missing': methodOf({ shipping_option_id: 'so_nope' }),
  'medusa/28-ERR-401-admin-no-token': methodOf(METHOD, ANONYMOUS),
  'medusa/28b-ERR-401-admin-bad-token': methodOf(
    METHOD,
    bearer(() => 'nonsense'),
  ),
  'medusa/28c-ERR-401-admin-with-customer-token': methodOf(
    METHOD,
    bearer(() => system.tokens.customer),
  ),
  'medusa/28d-ERR-400-malformed-json': methodOf('{"a":'),
  'medusa/29d-admin-get-order-after-edit': onRichOrder(''),
  'medusa/50-ERR-400-store-no-publishable-key': async () => ({ path: (await cartPath()).path, options: { key: false } }),
  'medusa/51-ERR-store-bad-publishable-key': async () => ({ path: (await cartPath()).path, options: { key: 'pk_bad' } }),
  'medusa/52-ERR-404-cart-missing': onAbsentCart(''),
  'medusa/53-ERR-add-unknown-variant': async (sample) => ({
    path: (await cartPath('/line-items')).path,
    options: { body: sample.request.body },
  }),
  'medusa/54-ERR-400-add-item-no-variant': async (sample) => ({
    path: (await cartPath('/line-items')).path,
    options: { body: sample.request.body },
  }),
  'medusa/61-store-add-gift-card': async () => {
    const code = await records.addGiftCard(system, { value: 5, expires_at: '2099-01-01T00:00:00.000Z' })
    return { path: `${richCartPath()}/gift-cards`, options: { body: { code } } }
  },
  'medusa/62-store-get-cart-with-gift-card': getRichCart,
  'medusa/63-ERR-400-delete-gift-card-no-key': async () => ({
    path: (await cartPath('/gift-cards')).path,
    options: { key: false, body: { code: 'GIFT-5' } },
  }),
  'medusa/64-ERR-400-delete-gift-card-no-code': async () => ({
    path: (await cartPath('/gift-cards')).path,
    options: { body: {} },
  }),
  'medusa/65-ERR-delete-gift-card-not-in-cart': async (sample) => {
    await records.addGiftCard(system, { code: 'GIFT-7' })
    return withCode('GIFT-7')(sample)
  },
  'medusa/65b-ERR-delete-gift-card-unknown-code': withCode('GIFT-NOPE'),
  'medusa/66-ERR-404-delete-gift-card-cart-missing': onAbsentCart('/gift-cards'),
  'medusa/67-OP-store-delete-gift-card': removeFromRichCart,
  'medusa/68-ERR-delete-gift-card-twice': async () => {
    await records.addGiftCard(system, { code: 'GIFT-5' })
    const { path } = await cartPath('/gift-cards', { codes: ['GIFT-5'] })
    await system.http('DELETE', path, { body: { code: 'GIFT-5' } })
    return { path, options: { body: { code: 'GIFT-5' } } }
  },
  'medusa/69-OP-store-delete-gift-card-fields': removeFromRichCart,
  'medusa/69b-ERR-add-gift-card-other-currency': async (sample) => {
    await records.addGiftCard(system, { code: 'GIFT-USD', currency_code: 'usd' })
    return withCode('GIFT-USD')(sample)
  },

  'mercur/04-vendor-list-members': async () => ({ path: '/vendor/members' }),
  'mercur/10-OP-vendor-get-member': member(ids.member),
  'mercur/11-ERR-get-member-missing': member('mem_nope'),
  'mercur/12-ERR-get-member-of-other-seller': member(ids.foreign_member),
  'mercur/13-ERR-401-get-member-no-token': member(ids.member, ANONYMOUS),
  'mercur/13b-ERR-401-get-member-bad-token': member(
    ids.member,
    bearer(() => 'nonsense'),
  ),
  'mercur/13c-ERR-get-member-admin-token': member(
    ids.member,
    bearer(() => system.tokens.admin),
  ),
  'mercur/14-OP-get-member-fields': member(ids.member),
  'mercur/20-vendor-create-price-list': async () => ({
    path: '/vendor/price-lists',
    options: {
      body: {
        title: 'Sale',
        description: 'sale',
        starts_at: SEEDED_AT,
        ends_at: '2027-01-01T00:00:00.000Z',
        prices: [{ variant_id: ids.variant, currency_code: 'eur', amount: 7 }],
      },
    },
  }),
  'mercur/21-OP-vendor-create-price-list-price': addPrice,
  'mercur/22-OP-vendor-create-price-list-price-fields': addPrice,
  'mercur/23-vendor-get-price-list': async () => ({ path: `/vendor/price-lists/${ids.price_list}` }),
  'mercur/24-ERR-400-price-empty-body': addPrice,
  'mercur/24b-ERR-400-price-bad-type': addPrice,
  'mercur/24c-price-unknown-field': addPrice,
  'mercur/25-ERR-price-variant-missing': addPrice,
  'mercur/25b-price-negative-amount': addPrice,
  'mercur/25c-price-unknown-currency': addPrice,
  'mercur/26-ERR-price-list-missing': priceOn('plist_nope'),
  'mercur/27-ERR-price-list-of-other-seller': priceOn(ids.foreign_price_list),
  'mercur/28-ERR-401-price-no-token': priceOn(ids.price_list, ANONYMOUS),
  'mercur/30-store-create-cart': createCart,
  'mercur/31-store-add-line-item': addItem,
  'mercur/41-OP-vendor-list-customer-orders-limit-offset': orders(ids.customer),
  'mercur/42-OP-vendor-list-customer-orders-fields-as-seed': orders(ids.customer),
  'mercur/42c-vendor-list-customer-orders-offset-past-end': orders(ids.customer),
  'mercur/43-vendor-list-orders-unknown-customer': orders('cus_nope'),
  'mercur/44-vendor-list-customer-orders-other-seller': orders(ids.customer, { as: 'foreign_seller' }),
  'mercur/45-ERR-400-limit-not-number': orders(ids.customer),
  'mercur/45b-limit-negative': orders(ids.customer),
  'mercur/45c-unknown-query-field': orders(ids.customer),
  'mercur/46-ERR-401-list-orders': orders(ids.customer, ANONYMOUS),
}

/** Where we answer otherwise on purpose. */
const OTHERWISE: Record<string, { status: number; type: string; message: string | RegExp; because: string }> = {
  'medusa/25-ERR-shipping-method-without-edit': {
    status: 400,
    type: 'invalid_data',
    message: 'An active Order Change is required to proceed',
    because: 'the peer crashes (500) where its sibling operations refuse with this text',
  },
  'medusa/27c-ERR-shipping-option-missing': {
    status: 404,
    type: 'not_found',
    message: 'ShippingOption id not found: so_nope',
    because: 'the peer crashes (500) on an unknown option',
  },
  'mercur/25b-price-negative-amount': {
    status: 400,
    type: 'invalid_data',
    message: /amount/,
    because: 'a negative price is refused here',
  },
  'mercur/45b-limit-negative': {
    status: 400,
    type: 'invalid_data',
    message: /^Invalid request: Expected type: 'number' for field 'limit'/,
    because: 'the peer crashes (500) on a negative limit',
  },
}

/** What the peers show and we do not, as patterns of paths. */
const NOT_SHOWN: [pattern: RegExp, because: string][] = [
  [/(^|\.)raw_\w+(\.|$)/, 'twins of numbers are shown on request only'],
  [/\.tax_lines\[\]\.(data|metadata|deleted_at)$/, 'what the tax provider and the database keep of a tax line'],
  [/\.countries\[\]\.(metadata|created_at|updated_at|deleted_at)$/, 'a country is no record of its own here'],
  [/\.gift_cards\[\]\.deleted_at$/, 'a deleted card is on no cart'],
  [/\.line_item_metadata$/, 'the metadata of a line, a second time'],
  [/\.payments\[\]\.payment_session$/, 'it stands beside the payment, in payment_sessions'],
  [/\.(price_rules|price_list_rules|price_set)$/, 'rows of the database, on request; `rules` and `price_set_id` say the same'],
]

/** What may be null here: records that are their own ancestors until they are asked for, and the customer of a guest, who has none. */
const NULLABLE = [/\.variant\.product$/, /\.order_change\.order$/, /^cart\.customer$/]

/** What we show with another type: `num_code` is a number in the interface, a text at the peers. */
const RETYPED = /\.countries\[\]\.num_code$/

/** The peers also show what they needed to compute the answer; we show what was asked for. */
const COMPUTED_WITH: Record<string, RegExp> = {
  'medusa/69-OP-store-delete-gift-card-fields': /^cart\.items\[\]\.(adjustments|tax_lines)$/,
  'mercur/14-OP-get-member-fields': /^member\.seller_id$/,
  'mercur/41-OP-vendor-list-customer-orders-limit-offset':
    /^orders\[\]\.(\w+_address_id|no_notification|deleted_at|items|payment_status|fulfillment_status)$/,
  'mercur/42-OP-vendor-list-customer-orders-fields-as-seed': /^orders\[\]\.(items|payment_status|fulfillment_status)$/,
}

async function play(name: string, sample: Sample): Promise<HttpAnswer & { names: Record<string, string> }> {
  const { path, options, names = {} } = await (SCENES[name] ?? expect.fail(`nothing plays ${name}`))(sample)
  const answer = await system.http(sample.request.method, path, options)
  return { ...answer, names }
}

type Kind = 'null' | 'list' | 'object' | 'string' | 'number' | 'boolean' | 'undefined'
const kindOf = (value: unknown): Kind => (value === null ? 'null' : Array.isArray(value) ? 'list' : (typeof value as Kind))

/** What of the peers' value ours lacks, or has with another type. */
function lacking(theirs: unknown, ours: unknown, path: string): string[] {
  if (NOT_SHOWN.some(([pattern]) => pattern.test(path))) return []
  const kind = kindOf(theirs)
  if (ours === undefined) return [`${path} is missing`]
  if (kind === 'null' || path.endsWith('metadata') || RETYPED.test(path)) return []
  if (ours === null && (!['object', 'list'].includes(kind) || NULLABLE.some((pattern) => pattern.test(path)))) return []
  if (kind !== kindOf(ours)) return [`${path} is ${kindOf(ours)} instead of ${kind}`]
  if (kind === 'list') {
    const [their] = theirs as unknown[]
    const [our] = ours as unknown[]
    return their === undefined ? [] : lacking(their, our, `${path}[]`)
  }
  if (kind !== 'object') return []
  return Object.entries(theirs as object).flatMap(([key, value]) =>
    lacking(value, (ours as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
  )
}

const OFFERED = SAMPLES.filter(([, sample]) => isOffered(sample))
const REFUSED = OFFERED.filter(([name, { response }]) => response.status >= 400 || name in OTHERWISE)
const GRANTED = OFFERED.filter(([name, { response }]) => response.status < 400 && !(name in OTHERWISE))

describe('the peers’ recorded answers', () => {
  it.each(GRANTED)('%s: shows all that the peer shows', async (name, sample) => {
    const { status, body, text } = await play(name, sample)

    expect(status, text).toBe(sample.response.status)
    const problems = lacking(theirBody(sample), body, '')
    expect(problems.filter((problem) => !COMPUTED_WITH[name]?.test(problem.split(' ')[0]!))).toEqual([])
  })

  it.each(REFUSED)('%s: refuses as the peer does', async (name, sample) => {
    const answer = await play(name, sample)

    const theirs = sample.response.body as { type?: string; message: string }
    const otherwise = OTHERWISE[name]
    const message = Object.entries(answer.names).reduce((text, [from, to]) => text.replaceAll(from, to), theirs.message)
    const { type = 'unauthorized' } = theirs
    expect({ status: answer.status, ...answer.body }).toMatchObject({
      status: otherwise?.status ?? sample.response.status,
      type: otherwise?.type ?? type,
      message: otherwise ? expect.stringMatching(otherwise.message) : message,
    })
    expectErrorShape(answer)
  })

  it.skip.each(
    SAMPLES.filter(([, sample]) => !isOffered(sample)).map(
      ([name, { request }]) => [name, request.method, request.path.split('?')[0]] as const,
    ),
  )('%s has no operation yet: %s %s', () => {})

  it('are all played that have an operation, and nothing else', () => {
    expect(Object.keys(SCENES).sort()).toEqual(OFFERED.map(([name]) => name).sort())
    expect(Object.keys(OTHERWISE).filter((name) => !REFUSED.some(([refused]) => refused === name))).toEqual([])
  })
})

/** The peer answers a created price with a list of one where everything else says object. */
function theirBody({ response }: Sample) {
  const { price_list } = response.body
  return Array.isArray(price_list) ? { ...response.body, price_list: price_list[0] } : response.body
}
