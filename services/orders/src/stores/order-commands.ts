import { forbidden, invalidData, notFound } from '@souk/contracts'
import {
  type Command,
  type CommandWithLookups,
  type createAggregates,
  executeWithLookups,
  LookupNeeded,
  type Outcome,
} from '@souk/runtime'
import { closedChanges, withoutClosed } from '../domain/order-changes/order-change.ts'
import { moneyEvents } from '../domain/orders/money-events.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import type { createOrderHistory } from './order-history.ts'

/** The parts of a command that the store fills in. */
type OfOrder = 'missing' | 'visible' | 'inReach' | 'tooLarge'
type OrderCommand = Omit<Command<OrderRecord>, OfOrder>
type OrderCommandWithLookups<Known, Need> = Omit<CommandWithLookups<OrderRecord, Known, Need>, OfOrder>

interface KnownOfOrder<Own> {
  inHistory: ReadonlySet<string>
  own: Own
}

/** The look-up of a decision if the order holds closed changes that are not known to be in its history yet. */
const CLOSED_CHANGES = Symbol('closed changes')
const NONE: ReadonlySet<string> = new Set()
const nothing = async () => undefined

/** Which orders a decision may see, and how others are refused. Orders change hands, and drafts are placed. */
type Reach = Pick<Command<OrderRecord>, 'inReach' | 'missing'>

/** Takes decisions on orders. The events of the money that a decision moves or requests are added to its own. */
export function createOrderCommands(
  aggregates: ReturnType<typeof createAggregates<OrderRecord>>,
  history: Pick<ReturnType<typeof createOrderHistory>, 'keep'>,
) {
  /**
   * Closed changes leave the order with its next write, once they are in its history. Those that others close in the meantime
   * stay until the write after it, so that concurrent writes look at the history only once each. A refusal leaves the order as it
   * is.
   */
  function execute<Known, Need>(
    id: string,
    { known, decide, lookup, ...command }: OrderCommandWithLookups<Known, Need>,
    reach: Reach,
  ): Promise<Outcome<OrderRecord>> {
    return executeWithLookups(aggregates, id, {
      ...command,
      ...reach,
      visible: isLiving,
      tooLarge: () => orderTooLarge(id),
      known: { inHistory: NONE, own: known } as KnownOfOrder<Known>,

      decide(order, context, { inHistory, own }) {
        const light = withoutClosed(order, inHistory)
        const decided = decide(light, context, own)
        if (decided instanceof LookupNeeded) return decided
        if (inHistory === NONE && closedChanges(light).length > 0) return new LookupNeeded(CLOSED_CHANGES)
        const { state, events = [] } = decided
        return { state, events: [...events, ...moneyEvents(order, state)] }
      },
      async lookup(need: Need | typeof CLOSED_CHANGES, { inHistory, own }) {
        if (need === CLOSED_CHANGES) return { own, inHistory: await history.keep(id, command.deadline) }
        return { inHistory, own: await lookup(need, own) }
      },
    })
  }

  const within = (reachOf: (id: string) => Reach) => ({
    /** Takes a decision on the order. @throws a refusal if the order is out of reach, or from the decision */
    execute: (id: string, command: OrderCommand) =>
      execute<undefined, never>(id, { ...command, known: undefined, lookup: nothing }, reachOf(id)),

    /** Takes a decision that depends on values that only the order can name. See `executeWithLookups`. @throws as `execute` */
    executeWithLookups: <Known, Need>(id: string, command: OrderCommandWithLookups<Known, Need>) =>
      execute(id, command, reachOf(id)),
  })

  return {
    /** For any order. @throws not_found */
    ofAnybody: within((id) => ({ missing: () => orderNotFound(id) })),

    /** For a customer's orders except drafts. @throws not_found for all others */
    ofBuyer: (customer_id: string) =>
      within((id) => ({ inReach: (order) => isBoughtBy(order, customer_id), missing: () => orderNotFound(id) })),

    /** For a seller's orders except drafts. @throws forbidden for all others */
    ofSeller: (seller_id: string) => within(() => ({ inReach: (order) => isSoldBy(order, seller_id), missing: forbidden })),
  }
}

const isLiving = ({ deleted_at }: OrderRecord) => deleted_at === null
const isSoldBy = (order: OrderRecord, seller_id: string) => order.seller_id === seller_id && !order.is_draft_order
const isBoughtBy = (order: OrderRecord, customer_id: string) => order.customer_id === customer_id && !order.is_draft_order
const orderTooLarge = (id: string) => invalidData(`Order ${id} with its changes has reached its limit of 16 MiB`)
export const orderNotFound = (id: string) => notFound(`Order id not found: ${id}`)

export type OrderCommands = ReturnType<typeof createOrderCommands>
