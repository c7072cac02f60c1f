import {
  type Actor,
  FIRST_STORE_ID,
  getStore,
  listPricePreferences,
  listStores,
  type Operation,
  updateStore,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorsOf } from '../../../test/actors.ts'
import { memberOf } from '../../../test/builders.ts'
import { type PricingUnderTest, startPricing } from '../../../test/service.ts'

let service: PricingUnderTest
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

const list = async (query = '') => (await actorsOf(service).admin(listStores, { query })).body
const update = (body: object, options: object = {}) =>
  actorsOf(service).admin(updateStore, { params: { id: FIRST_STORE_ID }, body, ...options })
const currenciesOf = ({ supported_currencies }: { supported_currencies: { currency_code: string; is_default: boolean }[] }) =>
  supported_currencies.map(({ currency_code, is_default }) => [currency_code, is_default])
const at = expect.stringMatching(/^\d{4}-.*Z$/)
const dates = { created_at: at, updated_at: at }

describe('list-stores', () => {
  it('returns the store that every installation has, with its currencies', async () => {
    const currency = { code: 'eur', symbol: '€', symbol_native: '€', name: 'Euro', decimal_digits: 2, rounding: 0 }
    expect(await list()).toEqual({
      stores: [
        {
          id: FIRST_STORE_ID,
          name: 'Souk',
          default_sales_channel_id: null,
          default_region_id: null,
          default_location_id: null,
          metadata: null,
          supported_currencies: [
            {
              id: expect.stringMatching(/^stocur_/),
              currency_code: 'eur',
              is_default: true,
              store_id: FIRST_STORE_ID,
              currency: { ...currency, ...dates, deleted_at: null },
              ...dates,
              deleted_at: null,
            },
          ],
          ...dates,
        },
      ],
      count: 1,
      offset: 0,
      limit: 50,
    })
  })

  it('returns one store, unchanged after other replicas started', async () => {
    const { stores } = service.deps
    await stores.fillIn(FIRST_STORE_ID, { name: 'Bazaar', default_region_id: 'reg_1' })
    const others = await Promise.all([1, 2, 3].map(() => startPricing(service.servers)))
    await stores.fillIn(FIRST_STORE_ID, { name: 'Other', default_region_id: 'reg_2' })

    expect(await list('q=azaa')).toMatchObject({ stores: [{ name: 'Bazaar', default_region_id: 'reg_1' }], count: 1 })
    for (const other of others) await other.leave()
  })

  it.each([
    ['limit=0', { stores: [], count: 1, offset: 0, limit: 0 }],
    ['offset=1', { stores: [], count: 1, offset: 1, limit: 50 }],
    ['q=nothing', { stores: [], count: 0 }],
    [
      'fields=name,supported_currencies.currency.code',
      { stores: [{ id: FIRST_STORE_ID, name: 'Bazaar', supported_currencies: [{ currency: { code: 'eur' } }] }] },
    ],
  ])('respects %s', async (query, expected) => {
    expect(await list(query)).toMatchObject(expected)
  })

  it.each([
    ['limit=abc', /^Invalid request: Expected type: 'number' for field 'limit'/],
    ['foo=1', /^Invalid request: Unrecognized fields: 'foo'$/],
  ])('rejects %s', async (query, message) => {
    const { status, body } = await actorsOf(service).admin(listStores, { query })
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
  })
})

describe('update-store', () => {
  it('updates name, defaults and metadata, and returns the store', async () => {
    const body = { name: ' Market ', default_sales_channel_id: 'sc_1', default_location_id: null, metadata: { a: 1 } }
    const { status, body: answer, etag } = await update(body)
    expect(status).toBe(200)
    expect(answer.store).toMatchObject({ name: 'Market', default_sales_channel_id: 'sc_1', metadata: { a: 1 } })
    const shown = await actorsOf(service).admin(getStore, { params: { id: FIRST_STORE_ID } })
    expect([shown.body, shown.etag]).toEqual([answer, etag])
  })

  it('replaces the metadata, and changes nothing when it is the same', async () => {
    const { etag } = await update({ metadata: { b: 2 } })
    const again = await update({ metadata: { b: 2, gone: '' } })
    expect([again.body.store.metadata, again.etag]).toEqual([{ b: 2 }, etag])
  })

  it('replaces the currencies, keeping the ids of remaining ones', async () => {
    const { store } = (
      await update({ supported_currencies: [{ currency_code: 'EUR', is_default: true }, { currency_code: 'dkk' }] })
    ).body
    expect(currenciesOf(store)).toEqual([
      ['eur', true],
      ['dkk', false],
    ])
    const changed = await update({
      supported_currencies: [{ currency_code: 'usd' }, { currency_code: 'dkk', is_default: true, is_tax_inclusive: true }],
    })
    expect(currenciesOf(changed.body.store)).toEqual([
      ['usd', false],
      ['dkk', true],
    ])
    expect(changed.body.store.supported_currencies[1].id).toBe(store.supported_currencies[1].id)
    expect(changed.body.store.supported_currencies[0].currency.name).toBe('US Dollar')
  })

  it('replaces the locales, keeping remaining ones, and returns them on request', async () => {
    const locales = async (...codes: string[]) => {
      const body = { supported_locales: codes.map((locale_code) => ({ locale_code, created_at: 'stray' })) }
      const { store } = (await update(body, { query: 'fields=*supported_locales' })).body
      return store.supported_locales as { id: string; locale_code: string }[]
    }
    const [english] = await locales('en-US', 'de-DE')
    const changed = await locales('fr-FR', 'en-US')
    expect(changed).toMatchObject([{ locale_code: 'fr-FR', store_id: FIRST_STORE_ID, ...dates }, english])
    expect((await update({})).body.store).not.toHaveProperty('supported_locales')
    const twice = { supported_locales: [{ locale_code: 'a' }, { locale_code: 'a' }] }
    expect(refusal(await update(twice))).toEqual([400, 'invalid_data', 'Duplicate locale codes: a'])
  })

  it('stores tax inclusivity as price preferences, and keeps those of omitted currencies', async () => {
    const preferences = async () => {
      const query = 'attribute=currency_code&order=value&fields=value,is_tax_inclusive'
      const { price_preferences } = (await actorsOf(service).admin(listPricePreferences, { query })).body
      return Object.fromEntries(price_preferences.map((one: Record<string, string>) => [one.value, one.is_tax_inclusive]))
    }
    await update({
      supported_currencies: [
        { currency_code: 'usd', is_default: true },
        { currency_code: 'dkk' },
        { currency_code: 'sek', is_tax_inclusive: false },
      ],
    })
    expect(await preferences()).toEqual({ eur: false, dkk: true, usd: false, sek: false })
    const many = [1, 2, 3, 4].map(() =>
      update({ supported_currencies: [{ currency_code: 'nok', is_default: true, is_tax_inclusive: true }] }),
    )
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await preferences()).toMatchObject({ nok: true })
  })

  it.each([
    [{ supported_currencies: [{ currency_code: 'eur' }] }, 'There should be a default currency set for the store'],
    [
      { supported_currencies: ['usd', 'eur'].map((currency_code) => ({ currency_code, is_default: true })) },
      'Only one default currency is allowed',
    ],
    [
      { supported_currencies: [{ currency_code: 'eur', is_default: true }, { currency_code: 'EUR' }] },
      'Duplicate currency codes: eur',
    ],
    [{ foo: 1 }, "Invalid request: Unrecognized fields: 'foo'"],
    [{ name: 1 }, "Invalid request: Expected type: 'string' for field 'name', got: '1'"],
  ])('rejects %j', async (body, message) => {
    expect(refusal(await update(body))).toEqual([400, 'invalid_data', message])
  })

  it('rejects unknown stores and other revisions', async () => {
    const { admin } = actorsOf(service)
    const unknown = [404, 'not_found', 'Store with id "store_1" not found']
    expect(refusal(await admin(getStore, { params: { id: 'store_1' } }))).toEqual(unknown)
    expect(refusal(await admin(updateStore, { params: { id: 'store_1' }, body: {} }))).toEqual(unknown)
    expect((await update({ name: 'a' }, { if_match: '"1000"' })).status).toBe(412)
  })

  it('applies every concurrent update', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => update({ metadata: { n } })))
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(12)
    expect(answers.map(({ body }) => body.store.metadata)).toEqual(answers.map((_, n) => ({ n })))
  })
})

it.each<[string, Actor]>([
  ['a member', memberOf('sel_1')],
  ['an anonymous actor', { type: 'anonymous' }],
])('rejects %s', async (_who, actor) => {
  for (const operation of [listStores, getStore, updateStore]) {
    const options = { params: { id: FIRST_STORE_ID } as never, body: {}, actor }
    expect((await service.send(operation as Operation, options)).status).toBe(401)
  }
})
