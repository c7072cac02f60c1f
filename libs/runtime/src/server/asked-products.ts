import {
  type Actor,
  asksForProducts,
  fillProducts,
  findProducts,
  JsonText,
  LongList,
  type ProductNeed,
  type Selection,
} from '@souk/contracts'
import type { Bus } from '../bus/bus.ts'
import type { Envelope } from '../bus/envelope.ts'
import { shownAll } from '../store/long-list.ts'

/** On whose behalf, and until when, products are asked for. */
export interface AskingForProducts {
  actor: Actor
  /** Epoch ms. */
  deadline: number
  /** The envelope for another service, which ends with the deadline. */
  passOn(): Envelope
}

/** Finds what belongs to products, as far as the actor may see it: one value per id of each need. */
export type FindProducts = (needs: readonly ProductNeed[], asking: AskingForProducts) => Promise<readonly (readonly unknown[])[]>

/** Asks the owner of products: one request for all needs. @throws unavailable when it does not answer */
export const askForProducts =
  (bus: Pick<Bus, 'call'>): FindProducts =>
  async (needs, { passOn }) =>
    (await bus.call(findProducts, { body: { relations: [...needs] } }, passOn())).relations

/**
 * The record, or the list of records, with what its selection asks for of the catalogue filled in, at any depth; of a long list each batch
 * by itself. Nothing is asked for that is at hand; what asks for nothing, and what comes as JSON, is returned as it is.
 * @throws unavailable when the owner does not answer; invalid_data when it is more than one answer can hold
 */
export async function withAskedProducts(
  shown: unknown,
  { selection, actor, deadline, passOn }: AskingForProducts & { selection: Selection },
  find: FindProducts,
): Promise<unknown> {
  if (!asksForProducts(selection) || isMade(shown)) return shown
  const filled = <T>(records: T, until: number) => {
    const asking = { actor, deadline: until, passOn: () => ({ ...passOn(), deadline: until }) }
    return fillProducts(selection, records, (needs) => find(needs, asking))
  }
  return shown instanceof LongList ? shownAll(shown.batches, deadline, filled) : filled(shown, deadline)
}

const isMade = (shown: unknown) => (Array.isArray(shown) ? shown[0] : shown) instanceof JsonText
