import { getGiftCard, listGiftCards } from '@souk/contracts'
import { Decimal128 } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, type CartUnderTest, startCart } from '../../test/service.ts'
import { createGiftCardStore } from './gift-cards.ts'

const AT = '2026-01-01T00:00:00.000Z'
let service: CartUnderTest

beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

it('gives gift cards of an earlier version an account whose ledger holds their remaining balance, once', async () => {
  const cards = service.db.collection('gift_cards')
  const internals = { revision: 3, recent_ops: [], outbox: [], event_seq: 0 }
  const shown = { status: 'redeemed', value: 50, currency_code: 'eur', note: 'old treasure', created_at: AT, updated_at: AT }
  const card = { ...shown, balance: Decimal128.fromString('30.5'), ledger: [], ...internals }
  await cards.insertMany([
    { _id: 'gcard_old' as never, code: 'OLD', ...card },
    { _id: 'gcard_older' as never, code: 'OLDER', ...card },
  ])
  // Any number of replicas may start at the same time.
  await Promise.all([1, 2, 3].map(() => createGiftCardStore(service.db).ensureIndexes()))

  const adopted = await cards.findOne({ _id: 'gcard_old' as never })
  expect(adopted).toMatchObject({
    revision: 4,
    deleted_at: null,
    account_code: expect.stringMatching(/^SC-/),
    credits: { bytes: Decimal128.fromString('30.5').bytes },
    ledger: [{ id: 'sc_trx_old', key: 'issue', reference_id: 'gcard_old', at: AT }],
  })
  const found = await service.send(getGiftCard, {
    params: { id: 'gcard_old' },
    query: 'fields=*store_credit_account',
    actor: ADMIN,
  })
  expect(found.body.gift_card.store_credit_account).toMatchObject({ id: 'sc_acc_old', balance: 30.5, credits: 30.5, debits: 0 })
  expect((await service.send(listGiftCards, { query: 'q=treasure', actor: ADMIN })).body.count).toBe(2)

  await createGiftCardStore(service.db).ensureIndexes()
  expect(await cards.findOne({ _id: 'gcard_old' as never })).toEqual(adopted)
})
