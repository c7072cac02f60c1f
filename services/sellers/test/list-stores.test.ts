import { type Actor, listStores } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST_STORE_ID } from '../src/first-store.ts'
import { memberOf } from './builders.ts'
import { startSellers } from './service.ts'

const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: 'authid_1' }

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
})
afterAll(() => service.stop())

const list = (query = '', actor: Actor = ADMIN) => service.send(listStores, { query, actor })

describe('list-stores', () => {
  it('shows the store that every installation has, with all that clients know of its currencies', async () => {
    const { status, body } = await list()

    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    const dates = { created_at: at, updated_at: at }
    const currency = { code: 'eur', symbol: '€', symbol_native: '€', name: 'Euro', decimal_digits: 2, rounding: 0 }
    expect({ status, body }).toEqual({
      status: 200,
      body: {
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
      },
    })
  })

  it('is one, however many replicas start, and stays as it was changed', async () => {
    await service.deps.storeRecords.fillIn(FIRST_STORE_ID, { name: 'Bazaar', default_region_id: 'reg_1' })
    const others = await Promise.all([1, 2, 3].map(() => startSellers({}, service.servers)))
    await service.deps.storeRecords.fillIn(FIRST_STORE_ID, { name: 'Other', default_region_id: 'reg_2' })

    expect((await list()).body).toMatchObject({ stores: [{ name: 'Bazaar', default_region_id: 'reg_1' }], count: 1 })
    for (const other of others) await other.bus.nc.close()
  })

  it.each([
    ['limit=0', { stores: [], count: 1, offset: 0, limit: 0 }],
    ['offset=1', { stores: [], count: 1, offset: 1, limit: 50 }],
    [
      'fields=name,supported_currencies.currency.code',
      {
        stores: [{ id: FIRST_STORE_ID, name: 'Bazaar', supported_currencies: [{ currency: { code: 'eur' } }] }],
      },
    ],
  ])('shows what is asked for: %s', async (query, expected) => {
    expect((await list(query)).body).toMatchObject(expected)
  })

  it.each<[string, Actor]>([
    ['a member', memberOf('sel_1')],
    ['nobody', { type: 'anonymous' }],
  ])('refuses %s', async (_who, actor) => {
    expect((await list('', actor)).status).toBe(401)
  })

  it.each([
    ['limit=abc', /^Invalid request: Expected type: 'number' for field 'limit'/],
    ['foo=1', /^Invalid request: Unrecognized fields: 'foo'$/],
  ])('refuses %s', async (query, message) => {
    const { status, body } = await list(query)

    expect(status).toBe(400)
    expect(body.message).toMatch(message)
  })
})
