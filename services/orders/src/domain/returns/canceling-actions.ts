import type { Claim, Exchange, Return } from '@souk/contracts'
import type { NewAction } from '../order-changes/active-change.ts'
import type { OrderItem, ShippingMethod } from '../orders/order-lines.ts'

/** The ids of the records that a change cancels. */
interface Canceled {
  return_id?: string
  claim_id?: string
  exchange_id?: string
}

type Units = readonly { item_id: string; quantity: number }[]
/** The order's present lines: an edit may have changed or removed lines since the claim or exchange was confirmed. */
type Lines = readonly OrderItem[]

/** The units of a return are no longer requested back. */
export const actionsOfReturn = ({ id: return_id, items }: Return): NewAction[] =>
  items.map(({ item_id, quantity }) => ({
    action: 'CANCEL_RETURN_ITEM',
    reference: 'return',
    reference_id: return_id,
    return_id,
    details: { reference_id: item_id, quantity },
  }))

/** Units that a claim wrote off count again, and its outbound items are removed, as far as they still exist. */
export const actionsOfClaim = ({ id, claim_items, additional_items }: Claim, lines: Lines): NewAction[] => {
  const about = { reference: 'claim', reference_id: id, claim_id: id }
  const known = claim_items.filter(({ item_id }) => lines.some((line) => line.id === item_id))
  return [...moved('REINSTATE_ITEM', known, about), ...moved('ITEM_REMOVE', left(additional_items, lines), about)]
}

/** An exchange's outbound items are removed, as far as they still exist. */
export const actionsOfExchange = ({ id, additional_items }: Exchange, lines: Lines): NewAction[] =>
  moved('ITEM_REMOVE', left(additional_items, lines), { reference: 'exchange', reference_id: id, exchange_id: id })

const left = (units: Units, lines: Lines): Units =>
  units.flatMap(({ item_id, quantity }) => {
    const line = lines.find(({ id }) => id === item_id)
    return line ? { item_id, quantity: Math.min(quantity, line.quantity) } : []
  })

/** The shipping methods of the canceled records are removed. */
export const actionsOfShipping = (methods: readonly ShippingMethod[], canceled: Canceled): NewAction[] =>
  methods
    .filter(({ detail }) => KEYS.some((key) => canceled[key] !== undefined && detail[key] === canceled[key]))
    .map(({ id, amount, detail }) => {
      const kind = KEYS.find((key) => detail[key] === canceled[key])!
      return { action: 'SHIPPING_REMOVE', reference: kind.replace('_id', ''), reference_id: id, amount, details: {}, ...canceled }
    })

const KEYS = ['claim_id', 'exchange_id', 'return_id'] as const

const moved = (action: 'REINSTATE_ITEM' | 'ITEM_REMOVE', units: Units, about: Partial<NewAction>): NewAction[] =>
  units.map(({ item_id, quantity }) => ({ action, ...about, details: { reference_id: item_id, quantity } }))
