import { testServers } from '@souk/runtime/testing'
import { Decimal128, MongoClient } from 'mongodb'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cardInEuros } from '../seed/gift-cards.ts'
import { insertMissing } from '../seed/insert-missing.ts'
import { seededStoreCreditAccount } from '../seed/store-credit-accounts.ts'
import { run } from './main.ts'

const servers = testServers()
const client = new MongoClient(servers.MONGODB_URL)
const db = client.db(`${servers.MONGODB_PREFIX}_cart`)
const cards = db.collection('gift_cards')
const lines: string[] = []

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line))
  const gift_cards = Array.from({ length: 120 }, (_, n) => cardInEuros(`gcard_${n}`, `CODE-${n}`, n + 1))
  await insertMissing(db, { gift_cards, store_credit_accounts: [seededStoreCreditAccount()] })
})
afterEach(() => {
  lines.length = 0
})
afterAll(async () => {
  vi.restoreAllMocks()
  await db.dropDatabase()
  await client.close()
})

const check = async (...args: string[]) => ({ code: await run(args, { ...process.env, ...servers }), lines: [...lines] })

describe('check:ledgers', () => {
  it('reports that all accounts agree', async () => {
    expect(await check()).toEqual({ code: 0, lines: ['121 accounts audited: all agree with their ledgers'] })
  })

  it('names each account that does not agree, and exits with 1', async () => {
    const set = (collection: string, filter: object, fields: object) =>
      db.collection(collection).updateOne(filter, { $set: fields })
    await set('gift_cards', { _id: 'gcard_5' }, { balance: Decimal128.fromString('60') })
    await set('gift_cards', { _id: 'gcard_99' }, { 'ledger.0.amount': Decimal128.fromString('99') })
    await set('store_credit_accounts', {}, { outgoing: [{ id: 'sc_trx_9', amount: '4', at: '2026-01-01T00:00:00.000Z' }] })
    const account = seededStoreCreditAccount().id

    expect(await check()).toEqual({
      code: 1,
      lines: [
        'gift_cards gcard_5: balance 60 is not 6',
        'gift_cards gcard_99: balance 100 is not 99; credits 100 is not 99',
        `store_credit_accounts ${account}: 4 that left it at 2026-01-01T00:00:00.000Z has not arrived (sc_trx_9)`,
        '121 accounts audited: 3 do not agree',
      ],
    })
  })

  it('names cards older than ledgers, which the service has not adopted yet', async () => {
    await cards.deleteMany({})
    await db.collection('store_credit_accounts').deleteMany({})
    await cards.insertOne({ _id: 'gcard_old' as never, balance: Decimal128.fromString('5'), ledger: [] })
    expect(await check()).toEqual({
      code: 1,
      lines: [
        'gift_cards gcard_old: it has no ledger: no cart service has started with it yet',
        '1 accounts audited: 1 do not agree',
      ],
    })
  })

  it('rejects unknown arguments', async () => {
    await expect(check('--fix')).rejects.toThrow('unknown argument --fix')
  })
})
