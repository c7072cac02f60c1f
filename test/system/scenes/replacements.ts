import { ids, seededId } from '../../../tools/seed/ids.ts'
import { addArrivedOrder, addReplacing } from '../records.ts'
import type { Ids, Resource, Scene } from './scene.ts'

type Kind = 'claim' | 'exchange'

const FIRST = { claim: 2200, exchange: 2400 } as const
const idsOf = (kind: Kind): Ids => ({ own: (system) => addReplacing(system, kind) })
const ofStep = (kind: Kind, n: number) => ({ action_id: seededId('ordchact', FIRST[kind] + n) })
const lineOf = (kind: Kind) => seededId('ordli', FIRST[kind])
const NOTED = { internal_note: 'n', metadata: { a: 1 } }

/** The operations on what comes back, and what is sent. @param first the number of the first such step */
function stepsOf(kind: Kind, first: number): Record<string, Scene> {
  const own = { ids: idsOf(kind) }
  const method = { shipping_option_id: ids.shipping_option, custom_amount: 5, description: 'd', ...NOTED }
  const back = { id: lineOf(kind), quantity: 0.01, reason_id: seededId('rr', 2), ...NOTED }
  const sent = { variant_id: ids.variant, quantity: 1, unit_price: 5, ...NOTED }
  const methods = (direction: 'inbound' | 'outbound', n: number) => ({
    [`add-${kind}-${direction}-shipping-method`]: { ...own, body: method },
    [`update-${kind}-${direction}-shipping-method`]: { ...own, params: ofStep(kind, n), body: { custom_amount: 4, ...NOTED } },
    [`remove-${kind}-${direction}-shipping-method`]: { ...own, once: 404 as const, params: ofStep(kind, n) },
  })
  return {
    [`add-${kind}-inbound-items`]: { ...own, body: { location_id: ids.stock_location, items: [back] } },
    [`update-${kind}-inbound-item`]: { ...own, params: ofStep(kind, first), body: { quantity: 0.5, ...NOTED } },
    [`remove-${kind}-inbound-item`]: { ...own, once: 404, params: ofStep(kind, first + 1) },
    [`add-${kind}-outbound-items`]: { ...own, body: { items: [sent] } },
    [`update-${kind}-outbound-item`]: { ...own, params: ofStep(kind, first + 2), body: { quantity: 2, internal_note: 'n' } },
    [`remove-${kind}-outbound-item`]: { ...own, once: 404, params: ofStep(kind, first + 3) },
    ...methods('inbound', first + 4),
    ...methods('outbound', first + 5),
    [`confirm-${kind}-request`]: { ...own, once: true, body: { no_notification: true } },
  }
}

const BEGINNING = { description: 'By phone', ...NOTED }

export const replacements: Resource = {
  operations: {
    'begin-claim': {
      once: true,
      body: async (system) => ({ order_id: await addArrivedOrder(system), type: 'refund', ...BEGINNING }),
    },
    'begin-exchange': {
      once: true,
      body: async (system) => ({ order_id: await addArrivedOrder(system), ...BEGINNING }),
    },
    'add-claim-items': {
      ids: idsOf('claim'),
      body: { items: [{ id: lineOf('claim'), quantity: 0.01, reason: 'other', ...NOTED }] },
    },
    'update-claim-item': {
      ids: idsOf('claim'),
      params: ofStep('claim', 0),
      body: { quantity: 0.5, reason: 'wrong_item', ...NOTED },
    },
    'remove-claim-item': { once: 404, ids: idsOf('claim'), params: ofStep('claim', 1) },
    ...stepsOf('claim', 2),
    ...stepsOf('exchange', 0),
  },
}
