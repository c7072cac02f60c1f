import { hasETag, mutates, takesIfMatch } from '@souk/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../tools/seed/ids.ts'
import { expectRefusal } from './expect-refusal.ts'
import * as records from './records.ts'
import { type HonestRequests, honestRequests } from './scenes/honest-request.ts'
import { OFFERED } from './scenes/scenes.ts'
import { type System, startSystem } from './system.ts'

let system: System
let honest: HonestRequests
beforeAll(async () => {
  system = await startSystem()
  honest = await honestRequests(system)
})
afterAll(() => system.stop())

const named = (wanted: (operation: (typeof OFFERED)[number]) => boolean) =>
  OFFERED.filter(wanted).map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

/** An honest request that only its headers can make fail. */
function send({ name, method }: (typeof OFFERED)[number], headers: Record<string, string>) {
  const { path, body, headers: own } = { headers: {}, ...honest[name]! }
  return system.http(method!, path, { body, headers: { ...own, ...headers } })
}

describe('a successful answer of every operation about one record', () => {
  it.each(named((operation) => !mutates(operation) && hasETag(operation)))(
    'has an ETag, which If-None-Match and If-Match accept: %s',
    async (_name, operation) => {
      const answer = await send(operation, {})
      const etag = answer.headers.get('etag')!

      expect({ status: answer.status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"\d+(-[\w-]+)?"$/) })
      expect(await send(operation, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
      expect((await send(operation, { 'if-none-match': '"999999"' })).status).toBe(200)
      expect((await send(operation, { 'if-match': etag })).status).toBe(200)
    },
  )
})

describe('If-Match', () => {
  it.each(named(takesIfMatch))('of another revision is rejected by %s', async (_name, operation) => {
    expectRefusal(await send(operation, { 'if-match': '"999999"' }), {
      status: 412,
      type: 'conflict',
      message: 'The record is not at the revision that If-Match names',
    })
    expectRefusal(await send(operation, { 'if-match': '999999' }), {
      status: 400,
      type: 'invalid_data',
      message: /^If-Match must be/,
    })
  })

  it.each(named((operation) => !takesIfMatch(operation)))('is not supported by %s, and rejected', async (_name, operation) => {
    for (const tags of ['"1"', '*'])
      expectRefusal(await send(operation, { 'if-match': tags }), {
        status: 400,
        type: 'invalid_data',
        message: /^If-Match is for one record/,
      })
  })
})

describe('the ETag of a record that is not named in the path', () => {
  it.each(['/vendor/me', '/vendor/sellers/me'])('differs for actors who see different records: %s', async (path) => {
    const read = (as: 'seller' | 'foreign_seller', headers = {}) => system.http('GET', path, { as, headers })
    const own = await read('seller')

    const etag = own.headers.get('etag')!
    const foreign = await read('foreign_seller', { 'if-none-match': etag })

    expect({ status: foreign.status, etag: foreign.headers.get('etag') }).toEqual({
      status: 200,
      etag: expect.not.stringMatching(etag),
    })
    expect(foreign.text).not.toBe(own.text)
    expect((await read('seller', { 'if-none-match': etag })).status).toBe(304)
  })
})

describe('the ETag of a price list, whose prices are separate records', () => {
  it('changes with each price, and only then', async () => {
    const id = await records.addPriceList(system)
    const read = async () => (await system.http('GET', `/vendor/price-lists/${id}`)).headers.get('etag')
    const put = (amount: number) =>
      system.http('POST', `/vendor/price-lists/${id}/prices`, { body: { variant_id: ids.variant, currency_code: 'eur', amount } })
    const empty = await read()

    const added = await put(8)
    const withPrice = await read()
    await put(9)
    const withAnother = await read()

    expect(added.headers.get('etag')).toBe(withPrice)
    expect(new Set([empty, withPrice, withAnother]).size).toBe(3)
    expect(await read()).toBe(withAnother)
  })
})

describe('the ETag of an order, which shows its customer', () => {
  it('changes with the customer, while If-Match only checks the order', async () => {
    const id = await records.addOrder(system)
    const read = async (query = '') => (await system.http('GET', `/admin/orders/${id}${query}`)).headers.get('etag')!
    const [before, alone] = [await read(), await read('?fields=id,total')]
    const customers = system.orders.db.collection<{ _id: string }>('customers')
    await customers.updateOne({ _id: ids.customer }, { $set: { phone: '+49 30 1234' }, $inc: { revision: 1 } })

    expect(await read()).not.toBe(before)
    expect(await read('?fields=id,total')).toBe(alone)
    const begun = await system.http('POST', '/admin/order-edits', { body: { order_id: id }, headers: { 'if-match': before } })
    expect(begun.status, begun.text).toBe(200)
  })
})
