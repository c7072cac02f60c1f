import { defineEvent } from '../operation/event.ts'
import { canceledIds } from './cancelation.ts'

/** The events of a claim or an exchange in preparation: begun, changed, and confirmed. @param name with its article */
export function replacementEvents(kind: 'claim' | 'exchange', name: 'A claim' | 'An exchange') {
  const notifyingIds = canceledIds(`The ${kind}`)
  const ids = notifyingIds.omit({ no_notification: true })
  const event = { service: 'orders' as const }
  return [
    defineEvent({
      ...event,
      name: `order.${kind}-created`,
      summary: `${name} of an order was begun; the order is unchanged.`,
      ids,
    }),
    defineEvent({
      ...event,
      name: `order.${kind}-updated`,
      summary: `${name} changed its items or shipping methods before confirmation; the order is unchanged.`,
      ids,
    }),
    defineEvent({
      ...event,
      name: `order.${kind}-confirmed`,
      summary: `${name} was confirmed and applied to its order, which has a new version.`,
      ids: notifyingIds,
    }),
  ] as const
}
