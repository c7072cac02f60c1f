import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as contracts from '../src/index.ts'
import { cartUpdated, type DomainEvent, defineEvent, type Event, events } from '../src/index.ts'

const ids = z.object({ id: z.string() })

describe('an event', () => {
  it('is created by its contract from the ids that it declares', () => {
    expect(cartUpdated({ id: 'cart_1' })).toEqual({ type: 'cart.updated', ids: { id: 'cart_1' } })
    // @ts-expect-error: not one of its declared ids
    cartUpdated({ cart_id: 'cart_1' })
    // @ts-expect-error: no such event is declared
    const undeclared: DomainEvent = { type: 'cart.lost', ids: { id: 'cart_1' } }
    expect(undeclared).toBeDefined()
  })

  it('is parsed by its contract', () => {
    const message = { id: 'cart_1', seq: 1, type: 'cart.updated', at: '2026-01-01T00:00:00.000Z', ids: { id: 'cart_1' } }
    expect(cartUpdated.message.parse(message)).toEqual(message)
    for (const wrong of [{ type: 'cart.created' }, { seq: 0 }, { ids: {} }, { at: 'now' }])
      expect(cartUpdated.message.safeParse({ ...message, ...wrong }).success).toBe(false)
  })

  it('is entered in events.ts, from which docs/events.md is made', () => {
    const isEvent = (one: unknown): one is Event => typeof one === 'function' && 'subject' in one
    const forgotten = Object.entries(contracts).filter(([, one]) => isEvent(one) && !events.includes(one))
    expect(
      forgotten.map(([name]) => name),
      'add them to libs/contracts/src/events.ts, then npm run configuration',
    ).toEqual([])
  })

  it('has a unique subject', () => {
    expect(cartUpdated.subject).toBe('evt.cart.cart.updated')
    expect(new Set(events.map(({ subject }) => subject)).size).toBe(events.length)
  })

  it.each(['Cart.updated', 'cart', 'cart.*', 'cart..updated', 'cart. updated', '.updated', 'cart.'])(
    'cannot be named %s',
    (name) => {
      expect(() => defineEvent({ service: 'cart', name: name as 'a.b', summary: '', ids })).toThrow(
        `${name} is no name of an event`,
      )
    },
  )
})
