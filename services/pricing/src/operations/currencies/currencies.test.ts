import { getCurrency, getStoreCurrency, listCurrencies, listStoreCurrencies } from '@souk/contracts'
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

const list = async (query = '') => (await actorsOf(service).admin(listCurrencies, { query })).body
const codesOf = ({ currencies }: { currencies: { code: string }[] }) => currencies.map(({ code }) => code)

describe('currencies', () => {
  it('are all listed by code by default', async () => {
    const { currencies, ...page } = await list()
    expect(page).toEqual({ count: 126, offset: 0, limit: 200 })
    expect(codesOf({ currencies })).toEqual(codesOf({ currencies }).toSorted())
    const dollar = { symbol: '$', symbol_native: '$', decimal_digits: 2, rounding: 0 }
    expect(currencies).toContainEqual({ code: 'usd', name: 'US Dollar', ...dollar })
    expect(currencies).toContainEqual(expect.objectContaining({ code: 'jpy', name: 'Japanese Yen', decimal_digits: 0 }))
    expect(currencies).toContainEqual(expect.objectContaining({ code: 'aud', symbol: 'AU$', symbol_native: '$' }))
    expect(currencies).toContainEqual(expect.objectContaining({ code: 'chf', decimal_digits: 2, rounding: 0.05 }))
    expect(currencies).toContainEqual(expect.objectContaining({ code: 'rsd', name: 'Serbian Dinar', decimal_digits: 0 }))
  })

  it.each([
    ['q=us&order=code', ['aud', 'byn', 'rub', 'usd']],
    ['q=NORWEGIAN', ['nok']],
    ['q=nothing', []],
    ['code[0]=usd&code[1]=eur&limit=10&offset=0', ['eur', 'usd']],
    ['code=eur&code=usd&order=-name', ['usd', 'eur']],
    ['code=USD', ['usd']],
    ['limit=2&offset=1', ['afn', 'all']],
  ])('are found by %s', async (query, codes) => {
    expect(codesOf(await list(query))).toEqual(codes)
  })

  it('are returned individually by code, case-insensitively', async () => {
    const { status, body, etag } = await actorsOf(service).admin(getCurrency, { params: { code: 'EUR' } })
    expect({ status, etag, body }).toMatchObject({ status: 200, etag: '"1"', body: { currency: { code: 'eur', name: 'Euro' } } })
    expect(body.currency).not.toHaveProperty('created_at')
    const whole = await actorsOf(service).admin(getCurrency, { params: { code: 'eur' }, query: 'fields=%2Bcreated_at' })
    expect(whole.body.currency.created_at).toMatch(/Z$/)
  })

  it('are the same in the storefront, 50 per page', async () => {
    const { shopper } = actorsOf(service)
    expect((await shopper(listStoreCurrencies)).body).toMatchObject({ count: 126, limit: 50, currencies: { length: 50 } })
    expect((await shopper(getStoreCurrency, { params: { code: 'sek' } })).body.currency).toMatchObject({ code: 'sek' })
  })

  it('return 404 for unknown codes, and reject unknown orders and query parameters', async () => {
    const { admin, shopper } = actorsOf(service)
    const unknown = [404, 'not_found', 'Currency with code: nope was not found']
    expect(refusal(await admin(getCurrency, { params: { code: 'nope' } }))).toEqual(unknown)
    expect(refusal(await shopper(getStoreCurrency, { params: { code: 'nope' } }))).toEqual(unknown)
    expect((await admin(listCurrencies, { query: 'order=symbol' })).status).toBe(400)
    expect((await admin(listCurrencies, { query: 'foo=1' })).body.message).toBe("Invalid request: Unrecognized fields: 'foo'")
  })

  it('are not available to sellers', async () => {
    for (const operation of [listCurrencies, getCurrency, listStoreCurrencies, getStoreCurrency])
      expect((await service.send(operation, { params: { code: 'eur' } as never, actor: memberOf('sel_1') })).status).toBe(401)
  })
})
