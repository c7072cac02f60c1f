import { defineOperation, Order, wants } from '@souk/contracts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ReceivedEnvelope } from '../src/bus/envelope.ts'
import { validateRequest } from '../src/server/validate-request.ts'

const one = { service: 'orders', name: 'show-mark', summary: 'Show a mark', response: z.object({ order: Order }) } as const
const envelope = { query: '', params: {} } as unknown as ReceivedEnvelope
const surroundings = { log: () => expect.fail(), onWait: () => expect.fail() }
const selectionOf = (selects?: object) =>
  validateRequest(defineOperation({ ...one, ...selects }), envelope, new Uint8Array(), surroundings).selection

it('the selection of a request knows which parts are shown, and throws without `selects`', () => {
  expect(wants(selectionOf({ selects: { key: 'order', schema: Order, defaults: 'all' } }), 'customer')).toBe(true)
  expect(selectionOf().all).toBe(true)
  expect(() => wants(selectionOf(), 'customer')).toThrow('no `selects`')
})
