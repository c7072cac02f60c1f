import { createHash } from 'node:crypto'
import {
  createApiKey,
  deleteApiKey,
  findApiKey,
  findSalesChannelKeys,
  getApiKey,
  listApiKeys,
  manageApiKeySalesChannels,
  type Operation,
  revokeApiKey,
  updateApiKey,
} from '@souk/contracts'
import { accessKeys, mintOpId } from '@souk/runtime'
import { type CallOptions, patient, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { toldBeforeAnswered } from '../../../test/before-the-answer.ts'
import { memberOf } from '../../../test/builders.ts'
import { type SellersUnderTest, startForAdministrators } from '../../../test/service.ts'

let service: SellersUnderTest
let titles = 0

beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

const aTitle = () => `Key number ${++titles}`
const hash = (token: string) => createHash('sha256').update(token).digest('hex')
const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  service.admin(operation, { params: { id } as never, ...options })
async function made(type: 'publishable' | 'secret' = 'publishable', title = aTitle()) {
  const { status, body } = await service.admin(createApiKey, { body: { title, type } })
  expect(status).toBe(200)
  return body.api_key as { id: string; token: string; redacted: string; title: string }
}
/** The facts that a gateway gets about the key. */
const facts = async (token: string) => (await service.call(findApiKey, { body: { token_sha256: hash(token) } })).api_key
const revoke = (id: string, body: object = {}) => send(revokeApiKey, id, { body })
const unknown = (id: string) => [404, 'not_found', `API Key with id: ${id} was not found`]

describe('create-api-key', () => {
  it('creates a secret key, which is shown once and stored as a hash', async () => {
    const title = aTitle()
    const { status, body, etag } = await service.admin(createApiKey, { body: { title, type: 'secret' } })

    const { id, token, created_at } = body.api_key
    expect({ status, etag }).toEqual({ status: 200, etag: '"1"' })
    expect(token).toMatch(/^sk_[0-9a-f]{64}$/)
    expect(body.api_key).toEqual({
      ...{ id, title, token, type: 'secret', redacted: `${token.slice(0, 6)}***${token.slice(-3)}`, sales_channels: [] },
      ...{
        last_used_at: null,
        created_by: 'user_1',
        revoked_by: null,
        revoked_at: null,
        created_at,
        updated_at: created_at,
        deleted_at: null,
      },
    })
    expect((await send(getApiKey, id)).body.api_key).toEqual({ ...body.api_key, token: '' })
    const stored = await service.db.collection('api_keys').findOne({ _id: id as never })
    expect(JSON.stringify(stored)).not.toContain(token.slice(8, -4))
    expect(await facts(token)).toEqual({ id, type: 'secret', sales_channel_ids: [], created_by: 'user_1' })
    expect(await service.eventsOf(id, 1)).toMatchObject([{ type: 'api-key.created', ids: { id } }])
  })

  it.each(['id', 'title,type', '-token', 'id,-token', '*sales_channels', ''])(
    'shows a new key with fields=%s',
    async (fields) => {
      for (const type of ['secret', 'publishable'] as const) {
        const { status, body } = await service.admin(createApiKey, { body: { title: aTitle(), type }, query: `fields=${fields}` })
        expect(status).toBe(200)
        const { id, token } = body.api_key
        expect(await facts(token)).toMatchObject({ id, type })
        const later = (await send(getApiKey, id, { query: 'fields=id,-token' })).body.api_key
        expect(later).toEqual({ id })
      }
    },
  )

  it('creates a publishable key, which is always shown', async () => {
    const { id, token } = await made('publishable')
    expect(token).toMatch(/^pk_[0-9a-f]{64}$/)
    expect((await send(getApiKey, id)).body.api_key).toMatchObject({ type: 'publishable', token })
  })

  it('returns the same key for every attempt of a request, and different keys for other requests', async () => {
    const options = { op_id: mintOpId(Date.now()), body: { title: aTitle(), type: 'secret' }, ...patient() }
    const answers = await Promise.all([1, 2, 3, 4].map(() => service.admin(createApiKey, options)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.api_key.token)).size).toBe(1)
    const others = await Promise.all([1, 2, 3].map(() => made('secret', 'of many')))
    expect(new Set(others.map(({ token }) => token)).size).toBe(3)
  })

  it.each([
    [{}, "Field 'title' is required; Field 'type' is required"],
    [{ title: 1, type: 'secret' }, "Expected type: 'string' for field 'title', got: 'number'"],
    [{ title: 'a', type: 'public' }, "Expected: 'publishable, secret' for field 'type', but got: 'string'"],
    [{ title: 'a', type: 'secret', foo: 1 }, "Unrecognized fields: 'foo'"],
  ])('rejects %j', async (body, text) => {
    expect(refusal(await service.admin(createApiKey, { body }))).toEqual([400, 'invalid_data', `Invalid request: ${text}`])
  })
})

describe('update-api-key', () => {
  it('changes the title, publishes an event, and writes nothing when nothing changes', async () => {
    const { id, token } = await made()
    const title = aTitle()
    const { status, body, etag } = await send(updateApiKey, id, { body: { title } })
    expect({ status, etag, key: body.api_key }).toMatchObject({ status: 200, etag: '"2"', key: { id, title, token } })
    expect((await send(updateApiKey, id, { body: { title } })).etag).toBe('"2"')
    expect(await service.eventsOf(id, 2)).toMatchObject([{}, { type: 'api-key.updated', ids: { id } }])
  })

  it('rejects unknown keys, wrong revisions and other fields', async () => {
    const { id } = await made()
    expect(refusal(await send(updateApiKey, 'apk_none', { body: { title: 'a' } }))).toEqual(unknown('apk_none'))
    expect((await send(updateApiKey, id, { body: { title: 'a' }, if_match: '"7"' })).status).toBe(412)
    expect((await send(updateApiKey, id, { body: { title: 'a', type: 'secret' } })).status).toBe(400)
    expect((await send(updateApiKey, id, { body: {} })).status).toBe(400)
  })
})

describe('revoke-api-key', () => {
  it.each(['publishable', 'secret'] as const)('ends a %s key at once, and records who did so', async (type) => {
    const { id, token } = await made(type)
    const { answer, entry } = await toldBeforeAnswered(service, accessKeys.apiKey(hash(token)), () => revoke(id))
    const { status, body } = answer
    expect(entry).toMatchObject({ id, revoked_at: body.api_key.revoked_at })
    expect({ status, key: body.api_key }).toMatchObject({
      status: 200,
      key: { id, revoked_by: 'user_1', revoked_at: expect.any(String) },
    })
    expect(await facts(token)).toBeNull()
    expect((await service.deps.apiKeys.listActive()).some((key) => key.id === id)).toBe(false)
  })

  it.each(['publishable', 'secret'] as const)('is not needed for a %s key that was deleted by hand', async (type) => {
    const { id, token } = await made(type)
    const deleted = { $set: { deleted_at: '2026-01-01T00:00:00.000Z' } }
    await service.db.collection('api_keys').updateOne({ _id: id as never }, deleted)
    expect(await facts(token)).toBeNull()
    expect((await service.deps.apiKeys.listActive()).some((key) => key.id === id)).toBe(false)
  })

  it('ends a key later on request, and earlier if it is revoked again', async () => {
    const { id, token } = await made('secret')
    const { revoked_at } = (await revoke(id, { revoke_in: 3600 })).body.api_key
    expect(Date.parse(revoked_at)).toBeGreaterThan(Date.now() + 3_000_000)
    expect(await facts(token)).toMatchObject({ id, revoked_at })
    expect((await service.deps.apiKeys.listActive()).some((key) => key.id === id)).toBe(true)
    expect((await revoke(id)).status).toBe(200)
    expect(await facts(token)).toBeNull()
  })

  it('rejects a second revocation of a secret key; a publishable key notes the last one, and stays revoked', async () => {
    const [secret, publishable] = [await made('secret'), await made('publishable')]
    await revoke(secret.id)
    expect(refusal(await revoke(secret.id))).toEqual([400, 'invalid_data', 'There are 1 secret keys that are already revoked.'])
    const first = (await revoke(publishable.id)).body.api_key
    const actor = { type: 'user', id: 'user_2', identity_id: 'authid_2' } as const
    const again = await send(revokeApiKey, publishable.id, { body: { revoke_in: 3600 }, actor })
    expect(again).toMatchObject({ status: 200, body: { api_key: { id: publishable.id, revoked_by: 'user_2' } } })
    const times = [first.revoked_at, again.body.api_key.revoked_at, new Date().toISOString()]
    expect(times.toSorted()).toEqual(times)
    expect(await facts(publishable.token)).toBeNull()
    expect(refusal(await revoke('apk_none'))).toEqual(unknown('apk_none'))
    expect((await revoke(secret.id, { revoke_in: -1 })).status).toBe(400)
  })

  it('revokes once for many concurrent requests', async () => {
    const { id } = await made('secret')
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(revokeApiKey, id, { body: {}, ...patient() })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)])
  })
})

describe('delete-api-key', () => {
  const remove = (id: string, options: CallOptions<Operation> = {}) => send(deleteApiKey, id, options as never)

  it('deletes a revoked key, but no other', async () => {
    const { id } = await made()
    expect(refusal(await remove(id))).toEqual([400, 'not_allowed', `Cannot delete api keys that are not revoked - ${id}`])
    await revoke(id, { revoke_in: 3600 })
    expect((await remove(id)).status).toBe(400)
    await revoke(id)

    expect(await remove(id)).toMatchObject({ status: 200, body: { id, object: 'api_key', deleted: true }, etag: '"4"' })
    expect(refusal(await send(getApiKey, id))).toEqual(unknown(id))
    expect((await service.admin(listApiKeys, { query: `id=${id}` })).body).toMatchObject({ api_keys: [], count: 0 })
    expect(await service.eventsOf(id, 4)).toMatchObject([{}, {}, {}, { type: 'api-key.deleted' }])
  })

  it('succeeds for unknown keys, unless a revision is given', async () => {
    expect(await remove('apk_none')).toMatchObject({ status: 200, body: { id: 'apk_none', deleted: true }, etag: undefined })
    expect((await remove('apk_none', { if_match: '"2"' })).status).toBe(412)
  })
})

describe('manage-api-key-sales-channels', () => {
  const manage = (id: string, body: object, options: object = {}) => send(manageApiKeySalesChannels, id, { body, ...options })

  it('adds and removes channels, which gateways and readers see from then on', async () => {
    const { id, token } = await made()
    const added = await manage(id, { add: [ids.sales_channel, ids.sales_channel] })
    const channel = { id: ids.sales_channel, name: expect.any(String) }
    expect(added).toMatchObject({ status: 200, body: { api_key: { id, token } } })
    expect(added.body.api_key.sales_channels).toEqual([channel])
    expect(added.etag).toMatch(/^"2-/)
    expect(await facts(token)).toMatchObject({ sales_channel_ids: [ids.sales_channel] })
    const whole = await send(getApiKey, id, { query: 'fields=*sales_channels' })
    expect(whole.body.api_key.sales_channels).toMatchObject([{ ...channel, is_disabled: false }])
    expect((await send(getApiKey, id, { query: 'fields=id,title' })).body.api_key).not.toHaveProperty('sales_channels')

    await manage(id, { add: [ids.sales_channel], remove: [ids.sales_channel, 'sc_phony'] })
    expect(await facts(token)).toMatchObject({ sales_channel_ids: [] })
    expect((await send(getApiKey, id)).body.api_key.sales_channels).toEqual([])
  })

  it('rejects secret keys, unknown channels and unknown keys', async () => {
    const [secret, publishable] = [await made('secret'), await made()]
    expect(refusal(await manage(secret.id, { add: ['phony'] }))).toEqual([
      400,
      'invalid_data',
      'Sales channels can only be associated with publishable API keys',
    ])
    expect(refusal(await manage(publishable.id, { add: ['phony', ids.sales_channel] }))).toEqual([
      400,
      'invalid_data',
      'Sales channels with IDs phony do not exist',
    ])
    expect(refusal(await manage('apk_none', {}))).toEqual(unknown('apk_none'))
    expect((await manage(publishable.id, { add: 'sc_1' })).status).toBe(400)
  })
})

describe('find-sales-channel-keys', () => {
  const find = async (...sales_channel_ids: string[]) =>
    (await service.call(findSalesChannelKeys, { body: { sales_channel_ids } })).api_keys

  it('returns the publishable keys of channels, as administrators see them, until they are deleted', async () => {
    const [first, second] = [await made(), await made()]
    for (const { id } of [first, second]) await send(manageApiKeySalesChannels, id, { body: { add: [ids.sales_channel] } })
    const { sales_channels: _, ...shown } = (await send(getApiKey, first.id)).body.api_key
    const found = (await find(ids.sales_channel, 'sc_none')).filter(({ id }) => [first.id, second.id].includes(id))
    expect(found.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(found[0]).toEqual({ ...shown, sales_channel_ids: [ids.sales_channel] })

    await revoke(first.id)
    expect((await find(ids.sales_channel)).find(({ id }) => id === first.id)).toMatchObject({ revoked_at: expect.any(String) })
    await send(deleteApiKey, first.id)
    expect((await find(ids.sales_channel)).map(({ id }) => id)).not.toContain(first.id)
    expect(await find('sc_none')).toEqual([])
  })

  it('finds them through an index', async () => {
    const plans = await plansOf(service.db, () => find(ids.sales_channel))
    const own = plans.filter(({ ns, command }) => ns.endsWith('.api_keys') && command.filter?.sales_channel_ids !== undefined)
    expect(own.map(({ planSummary }) => planSummary)).toEqual(['IXSCAN { sales_channel_ids: 1 }'])
  })
})

describe('list-api-keys', () => {
  const list = async (query: string) => (await service.admin(listApiKeys, { query })).body

  it('pages, filters, sorts and searches by title', async () => {
    const word = `w${mintOpId(Date.now()).slice(-12)}`
    const [web, till, script] = [
      await made('publishable', `Web ${word}`),
      await made('publishable', `Till ${word}`),
      await made('secret', `Script ${word}`),
    ]
    const idsOf = (body: { api_keys: { id: string }[] }) => body.api_keys.map(({ id }) => id)
    await revoke(till.id)

    const page = await list(`q=${word}`)
    expect(page).toMatchObject({ count: 3, offset: 0, limit: 20 })
    expect(idsOf(page)).toEqual([web.id, till.id, script.id])
    expect(page.api_keys[2]).toMatchObject({ token: '', redacted: script.redacted })
    for (const part of ['till', 'ill']) expect(idsOf(await list(`q=${part} ${word}`))).toEqual([till.id])
    expect(idsOf(await list(`q=${word}&type=publishable&order=title`))).toEqual([till.id, web.id])
    expect(idsOf(await list(`q=${word}&revoked_at=null&limit=1`))).toEqual([web.id])
    expect(idsOf(await list(`token=${web.token}`))).toEqual([web.id])
    for (const query of ['foo=1', 'type=x', 'order=redacted'])
      expect((await service.admin(listApiKeys, { query })).status).toBe(400)
  })

  it('answers every filter, order and search from an index', async () => {
    const { filters, orders, search } = queriesOf(listApiKeys, { type: 'secret' })
    const queries = [...filters, ...orders, ...search]
    const plans = await plansOf(service.db, async () => {
      for (const query of queries) await list(`fields=id&limit=3&${query}`)
    })
    expect(plans.length).toBeGreaterThanOrEqual(queries.length)
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

it('keys of an earlier version are kept, found and changed', async () => {
  const token = `pk_${mintOpId(Date.now())}`
  const keys = service.db.collection<{ _id: string }>('api_keys')
  const nothing = { revoked_by: null, revoked_at: null, last_used_at: null, created_by: null }
  const dates = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
  const old = { type: 'publishable', title: 'Ancient till', token, token_sha256: hash(token), redacted: 'pk_***', ...dates }
  await keys.insertOne({ _id: 'apk_old', ...old, sales_channel_ids: [], ...nothing } as never)

  await service.deps.apiKeys.ensureIndexes()

  expect((await service.admin(listApiKeys, { query: 'q=ancient' })).body).toMatchObject({ count: 1 })
  expect((await send(updateApiKey, 'apk_old', { body: { title: 'Old till' } })).etag).toBe('"2"')
})

it.each([listApiKeys, createApiKey, getApiKey, updateApiKey, deleteApiKey, revokeApiKey, manageApiKeySalesChannels])(
  '$name is for administrators only',
  async (operation) => {
    const options = { params: { id: 'apk_1' } as never, body: {}, actor: memberOf('sel_1') }
    expect((await service.send(operation as Operation, options)).status).toBe(401)
  },
)
