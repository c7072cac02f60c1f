import { getRequest, listRequests } from '@souk/contracts'
import { plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requesting } from '../../../test/requesting.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'

let service: SellersUnderTest
beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

const { someoneAsking } = requesting(() => service)

describe('list-requests, get-request', () => {
  it('show requests without the state of an unfinished acceptance', async () => {
    const { id, name } = await someoneAsking()
    const { status, body, etag } = await service.admin(getRequest, { params: { id } })
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(getRequest.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.request).not.toHaveProperty('accepting')
    expect(
      (await service.admin(listRequests, { query: `q=${name.split(' ').at(-1)}&type=seller&status=pending` })).body,
    ).toMatchObject({
      requests: [body.request],
      count: 1,
    })
    expect((await service.admin(listRequests, { query: 'seller_id=sel_a' })).body).toMatchObject({ requests: [], count: 0 })
    expect((await service.admin(listRequests, { query: 'type=product' })).body).toMatchObject({ requests: [], count: 0 })
    expect(refusal(await service.admin(getRequest, { params: { id: 'req_none' } }))).toEqual([
      404,
      'not_found',
      'Request with id: req_none not found',
    ])
  })

  it('support all their filters, orders and searches, each from an index', async () => {
    await someoneAsking()
    const { filters, orders, search } = queriesOf(listRequests, { status: 'pending' })
    const plans = await plansOf(service.db, async () => {
      for (const query of ['limit=9999', ...filters, ...orders, ...search])
        expect({ query, status: (await service.admin(listRequests, { query })).status }).toEqual({ query, status: 200 })
    })
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

it('the indexes of earlier versions, which allowed fewer requests at a time, are replaced', async () => {
  const requests = service.db.collection('requests')
  const former = {
    one_open: { status: 'pending' },
    one_open_registration: { type: 'seller', status: { $in: ['pending', 'accepted'] } },
  }
  for (const [name, partialFilterExpression] of Object.entries(former))
    await requests.createIndex({ submitter_id: 1 }, { name, unique: true, partialFilterExpression })
  await service.deps.requests.ensureIndexes()
  const names = (await requests.indexes()).map(({ name }) => name)
  expect(names.filter((name) => name?.startsWith('one_'))).toEqual(['one_pending_registration'])
})
