import { decimalText, exactSum } from '@souk/totals'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AT, aContext, LATER } from '../../../test/builders.ts'
import { type Account, entered, OPENED } from './ledger.ts'
import { received, sentAway, type Transferring } from './transfer.ts'

const TO = { account_id: 'sc_acc_ann', customer_id: 'cus_ann' }
const NOTHING = { reference: null, reference_id: null, note: null, at: AT }
const holding = (amount: string): Account & Transferring => entered(OPENED, { id: 'sc_trx_1', key: '1', amount, ...NOTHING })

describe('sentAway', () => {
  it('takes out the whole balance with an entry that names the target, and records the outgoing transfer', () => {
    const sent = sentAway(holding('12.5'), TO, aContext())
    expect(sent).toMatchObject({ balance: '0', credits: '12.5', debits: '12.5' })
    expect(sent.ledger.at(-1)).toMatchObject({
      amount: '-12.5',
      reference: 'store-credit',
      reference_id: 'sc_acc_ann',
      at: LATER,
    })
    expect(sent.outgoing).toEqual([{ id: expect.stringMatching(/^sc_trx_/), ...TO, amount: '12.5', at: LATER }])
    expect(sent.outgoing[0]!.id).not.toBe(sent.ledger.at(-1)!.id)
  })

  it('keeps transfers that are already outgoing', () => {
    const first = sentAway(holding('5'), TO, aContext())
    const again = sentAway(entered(first, { id: 'x', key: 'x', amount: '2', ...NOTHING }), TO, aContext())
    expect(again.outgoing.map(({ amount }) => amount)).toEqual(['5', '2'])
  })

  it.each(['0', '0.00', '0E+3'])('rejects an account with a balance of %s', (balance) => {
    expect(() => sentAway({ ...OPENED, balance }, TO, aContext())).toThrow('Cannot claim a store credit account with no balance')
  })
})

describe('received', () => {
  const [transfer] = sentAway(holding('12.5'), TO, aContext()).outgoing

  it('enters the amount, with the account that it came from', () => {
    const account = received(holding('1'), transfer!, 'sc_acc_card')
    expect(account).toMatchObject({ balance: '13.5', credits: '13.5', debits: '0' })
    expect(account.ledger.at(-1)).toMatchObject({ id: transfer!.id, amount: '12.5', reference_id: 'sc_acc_card' })
  })

  it('enters a transfer only once', () => {
    const account = received(OPENED, transfer!, 'sc_acc_card')
    expect(received(account, transfer!, 'sc_acc_card')).toBe(account)
  })
})

it('no sequence of transfers, deliveries and lost notes loses or creates money', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('credit' as const), of: fc.nat(2), amount: fc.integer({ min: 1, max: 9999 }) }),
    fc.record({ do: fc.constant('debit' as const), of: fc.nat(2), amount: fc.integer({ min: 1, max: 9999 }) }),
    fc.record({ do: fc.constant('send' as const), of: fc.nat(2), amount: fc.constant(0) }),
    fc.record({ do: fc.constant('deliver' as const), of: fc.nat(2), amount: fc.constant(0) }),
    fc.record({ do: fc.constant('forget' as const), of: fc.nat(2), amount: fc.constant(0) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const cards: (Account & Transferring)[] = [OPENED, OPENED, OPENED]
      let target: Account = OPENED
      let owed = '0'
      const has = (id: string) => target.ledger.some(({ key }) => key === id)
      for (const [n, { do: what, of, amount: cents }] of steps.entries()) {
        const card = cards[of]!
        const amount = `${what === 'debit' ? '-' : ''}${decimalText(cents / 100)}`
        if (what === 'credit' || (what === 'debit' && !exactSum([card.balance, amount]).startsWith('-'))) {
          cards[of] = entered(card, { id: `${n}`, key: `${n}`, amount, ...NOTHING })
          owed = exactSum([owed, amount])
        }
        if (what === 'send' && Number(card.balance) > 0) cards[of] = sentAway(card, TO, aContext())
        if (what === 'deliver') for (const one of card.outgoing ?? []) target = received(target, one, `${of}`)
        if (what === 'forget') cards[of] = { ...card, outgoing: (card.outgoing ?? []).filter(({ id }) => !has(id)) }

        const underWay = cards.flatMap(({ outgoing = [] }) => outgoing.filter(({ id }) => !has(id)))
        const all = [...cards.map(({ balance }) => balance), target.balance, ...underWay.map((one) => one.amount)]
        expect(exactSum(all)).toBe(owed)
        for (const { balance, ledger } of [...cards, target]) expect(balance).toBe(exactSum(ledger.map((one) => one.amount)))
      }
    }),
  )
})
