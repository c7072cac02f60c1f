import { findApiKey } from '@souk/contracts'
import { createLogger, watchAccessBucket } from '@souk/runtime'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller } from '../../test/builders.ts'
import { startSellers } from '../../test/service.ts'
import type { ApiKey } from '../domain/identities/identity.ts'
import { accessEntries, keepAccessInSync } from './keep-access-in-sync.ts'

const AT = '2026-01-01T00:00:00.000Z'
const hash = (digit: string) => digit.repeat(64)
const aKey = (overrides: Partial<ApiKey>): ApiKey => ({
  id: 'apk_1',
  type: 'publishable',
  title: 'Shop',
  token: null,
  token_sha256: hash('1'),
  redacted: 'pk_***',
  sales_channel_ids: ['sc_1'],
  created_by: null,
  revoked_by: null,
  revoked_at: null,
  last_used_at: null,
  created_at: AT,
  updated_at: AT,
  ...overrides,
})

let service: Awaited<ReturnType<typeof startSellers>>

beforeAll(async () => {
  service = await startSellers()
  await insertMissing(service.db, {
    api_keys: [aKey({}), aKey({ id: 'apk_2', token_sha256: hash('2'), revoked_at: AT })],
    sellers: [
      aSeller({ members: [aMember(), aMember({ id: 'mem_gone', deleted_at: AT })] }),
      aSeller({ id: 'sel_2', handle: 'closed', store_status: 'SUSPENDED', members: [] }),
    ],
  })
})
afterAll(() => service.stop())

describe('access data for gateways', () => {
  it('names active keys, deleted members and stores that are not active', async () => {
    const entries = await accessEntries(service.deps)

    expect([...entries.keys()].map((key) => key.split('.')[0])).toEqual(['jwk', 'key', 'seller', 'member'])
    expect(entries.get(`key.${hash('1')}`)).toEqual({ id: 'apk_1', type: 'publishable', sales_channel_ids: ['sc_1'] })
    expect(entries.get('seller.sel_2')).toEqual({ store_status: 'SUSPENDED' })
    expect(entries.has('member.mem_gone')).toBe(true)
    expect(JSON.stringify([...entries])).not.toContain('"d":')
  })

  it('reaches a watching gateway, as does a revocation', async () => {
    const bucket = watchAccessBucket(service.bus, createLogger('test', 'silent'))
    await service.deps.access.sync(() => accessEntries(service.deps))
    await vi.waitFor(() => expect(bucket.has(`key.${hash('1')}`)).toBe(true))

    await service.db.collection<{ _id: string }>('api_keys').updateOne({ _id: 'apk_1' }, { $set: { revoked_at: AT } })
    const writes = await service.deps.access.sync(() => accessEntries(service.deps))

    expect(writes).toBe(1)
    await vi.waitFor(() => expect(bucket.has(`key.${hash('1')}`)).toBe(false))
    bucket.stop()
  })

  it('includes a key on request from a gateway that does not know it, but no revoked or unknown one', async () => {
    await insertMissing(service.db, { api_keys: [aKey({ id: 'apk_3', token_sha256: hash('3') })] })
    const find = async (token_sha256: string) => (await service.call(findApiKey, { body: { token_sha256 } })).api_key

    expect(await find(hash('3'))).toMatchObject({ id: 'apk_3' })
    expect([await find(hash('2')), await find(hash('9'))]).toEqual([null, null])
  })

  it.each([
    [2 ** 30, 1],
    [86_400, 0],
  ])(
    'warns of tokens that may outlive their revocation in the bucket, and of no others: valid for %i s, %i warnings',
    async (ttl_s, warnings) => {
      const lines: Record<string, unknown>[] = []
      const logger = createLogger('test', 'warn', { output: { write: (line) => void lines.push(JSON.parse(line)) } })
      const signer = { ...service.deps.signer, ttl_s }

      const syncing = keepAccessInSync({ ...service.deps, signer }, service.bus, logger)
      await syncing.first
      syncing.stop()

      const msg = 'the access bucket keeps entries for less than twice TOKEN_TTL_S: a token may outlive its revocation'
      expect(lines).toMatchObject(Array(warnings).fill({ kept_days: 30, msg }))
    },
  )

  it('is written again at growing intervals while the bucket has no room for it', async () => {
    const channels = Array.from({ length: 500 }, (_, n) => `sc_${n}`.padEnd(20, '_'))
    const keys = Array.from({ length: 480 }, (_, n) =>
      aKey({ id: `apk_full_${n}`, token_sha256: String(n).padStart(64, '0'), sales_channel_ids: channels }),
    )
    await insertMissing(service.db, { api_keys: keys })
    const attempts: number[] = []
    const listActive = () => {
      attempts.push(performance.now())
      return service.deps.apiKeys.listActive()
    }
    const syncing = keepAccessInSync(
      { ...service.deps, apiKeys: { ...service.deps.apiKeys, listActive } },
      service.bus,
      createLogger('test', 'silent'),
      100,
    )
    try {
      await vi.waitUntil(() => attempts.length === 4)
      const pauses = attempts.slice(1).map((at, n) => at - attempts[n]!)
      expect(pauses.map((pause, n) => pause >= 200 * 2 ** n)).toEqual([true, true, true])
    } finally {
      syncing.stop()
    }
  })
})
