import { getSoldGiftCards, orderPlaced } from '@souk/contracts'
import { backgroundEnvelope, consumeEvent, derivedOpId, type EventConsumerOptions, idsFrom, onEvent } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { type SoldCard, soldCards } from '../domain/gift-cards/sold-cards.ts'
import { newCodes } from '../operations/new-codes.ts'

/** Cards written in one batch. */
const BATCH = 100

type Issuing = Pick<Deps, 'giftCards' | 'bus'>

/**
 * Issues the gift cards of an order, each once: existing ones stay as they are, with their first codes.
 * @param at ISO 8601: when it was placed
 * @throws not_found if the order does not exist (yet)
 */
export async function issueSoldCards(order_id: string, at: string, { giftCards, bus }: Issuing, deadline: number) {
  const envelope = backgroundEnvelope('cart', Math.max(1, deadline - Date.now()))
  const order = await bus.call(getSoldGiftCards, { body: { order_id, at } }, envelope)
  const newIdOf = (line_id: string) => {
    const newId = idsFrom(derivedOpId(Date.parse(order.created_at), 'sold-card', order_id, line_id))
    return () => newId('gcard')
  }
  for (const cards of inBatches(soldCards(order, newIdOf)))
    await giftCards.issueAll(
      cards.map((card) => ({ ...card, ...newCodes() })),
      deadline,
    )
}

function* inBatches(cards: Iterable<SoldCard>): Generator<SoldCard[]> {
  let batch: SoldCard[] = []
  for (const card of cards) {
    batch.push(card)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Issues the gift cards of orders once these are placed. Any number of replicas may run this. */
export const issueOfPlacedOrders = (deps: Issuing, options: Omit<EventConsumerOptions, 'name' | 'bus'>) =>
  consumeEvent(
    onEvent(orderPlaced, ({ ids, at }, deadline) => issueSoldCards(ids.id, at, deps, deadline)),
    { ...options, bus: deps.bus, name: 'cart' },
  )
