import { createLogger } from '@souk/runtime'
import { lookOnce, plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { aCard, aContext } from '../../test/builders.ts'
import { type CartUnderTest, startCart } from '../../test/service.ts'
import { accountIdOf } from '../domain/accounts/store-credit-account.ts'
import { sentAway } from '../domain/accounts/transfer.ts'
import { createGiftCardStore } from '../stores/gift-cards.ts'
import { createStoreCreditAccountStore } from '../stores/store-credit-accounts.ts'
import { deliverLeft } from './deliver-left.ts'

let service: CartUnderTest
beforeAll(async () => {
  service = await startCart()
})
afterAll(() => service.stop())

const logger = createLogger('cart', 'silent')
const cards = () => service.db.collection('gift_cards')
const accounts = () => service.db.collection('store_credit_accounts')

/** Runs one sweep on each of the replicas at the same time. */
async function sweep({ replicas = 1, leftAfterMs = 0 } = {}) {
  await lookOnce(replicas, () => {
    const stores = { giftCards: createGiftCardStore(service.db), storeCreditAccounts: createStoreCreditAccountStore(service.db) }
    return deliverLeft({ ...stores, logger, leftAfterMs, firstAfterMs: 0 })
  })
}

/** A card whose whole balance was sent away to a customer's account; nothing else has been done since. */
async function leave(customer_id: string, value: number, at = '2026-01-02T03:05:00.000Z') {
  const to = { account_id: accountIdOf(customer_id, 'eur'), customer_id }
  const card = sentAway(aCard({ value }), to, aContext(at))
  await insertMissing(service.db, { gift_cards: [card] })
  return card
}

describe('claimed credit that was not delivered', () => {
  it('reaches the customer’s account once, however many replicas deliver it', async () => {
    const left = [await leave('cus_left', 5), await leave('cus_left', 7.5)]
    await sweep({ replicas: 3 })
    await sweep()

    const account = (await accounts().findOne({ customer_id: 'cus_left' }))!
    expect([String(account.balance), account.ledger.length]).toEqual(['12.5', 2])
    expect(account.ledger.map(({ key }: { key: string }) => key).toSorted()).toEqual(
      left.map(({ outgoing }) => outgoing[0]!.id).toSorted(),
    )
    for (const { id, balance } of left) {
      const card = (await cards().findOne({ _id: id as never }))!
      expect(card).not.toHaveProperty('outgoing')
      expect([String(card.balance), balance]).toEqual(['0', '0'])
    }
  })

  it('is not entered twice when only the card’s note of the transfer was left; the note is removed', async () => {
    const { id, outgoing } = await leave('cus_noted', 5)
    await sweep()
    await cards().updateOne({ _id: id as never }, { $set: { outgoing }, $inc: { revision: 1 } })
    await sweep()
    expect(String((await accounts().findOne({ customer_id: 'cus_noted' }))!.balance)).toBe('5')
    expect(await cards().findOne({ _id: id as never })).not.toHaveProperty('outgoing')
  })

  it('is left alone right after the claim; a transfer that cannot be delivered does not block others', async () => {
    const now = await leave('cus_now', 5, new Date().toISOString())
    const stuck = await leave('cus_stuck', 5, '2026-01-01T00:00:00.000Z')
    await cards().updateOne({ _id: stuck.id as never }, { $set: { 'outgoing.0.account_id': 'sc_acc_gone' } })
    await leave('cus_behind', 5)
    await sweep({ leftAfterMs: 60_000 })
    expect(await accounts().findOne({ customer_id: 'cus_now' })).toBeNull()
    expect(await cards().findOne({ _id: now.id as never })).toHaveProperty('outgoing')
    expect(await cards().findOne({ _id: stuck.id as never })).toHaveProperty('outgoing')
    expect(String((await accounts().findOne({ customer_id: 'cus_behind' }))!.balance)).toBe('5')
  })

  it('is found through a partial index that holds only such transfers', async () => {
    const plans = await plansOf(service.db, () => sweep())
    const looks = plans.filter(({ command }) => command.filter?.['outgoing.at'] !== undefined)
    for (const store of ['gift_cards', 'store_credit_accounts']) {
      const summaries = looks.filter(({ command }) => command.find === store).map(({ planSummary }) => planSummary)
      expect([store, [...new Set(summaries)]]).toEqual([store, ['IXSCAN { outgoing.at: 1 }']])
      const index = (await service.db.collection(store).indexes()).find(({ name }) => name === 'transfers')
      expect(index).toMatchObject({ partialFilterExpression: { 'outgoing.at': { $exists: true } } })
    }
  })
})
