import {
  type Actor,
  asksForProducts,
  fillProducts,
  findProducts,
  JsonText,
  LongList,
  OperationError,
  type ProductNeed,
  type Selection,
} from '@souk/contracts'
import type { Bus } from '../bus/bus.ts'
import type { Envelope } from '../bus/envelope.ts'
import { shownAll } from '../store/long-list.ts'

/** On whose behalf products are fetched, and until when. */
export interface AskingForProducts {
  actor: Actor
  /** Epoch ms. */
  deadline: number
  /** The envelope for another service, with this deadline or another one: see `RequestOf`. */
  passOn(until?: number): Envelope
}

/** Finds the values of needs, as far as the actor may see them: one value per id of each need. */
export type FindProducts = (needs: readonly ProductNeed[], asking: AskingForProducts) => Promise<readonly (readonly unknown[])[]>

/** Fetches from the service that owns products: one request for all needs. @throws unavailable if it does not answer */
export const askForProducts =
  (bus: Pick<Bus, 'call'>): FindProducts =>
  async (needs, { passOn }) =>
    (await bus.call(findProducts, { body: { relations: [...needs] } }, passOn())).relations

/**
 * The record, or the list of records, with the catalogue fields that its selection asks for filled in, at any depth; a long list
 * is filled in batch by batch. Only missing values are fetched; `JsonText`, and records that lack nothing, are returned
 * unchanged.
 * @param find asks the catalogue
 * @param byDefault whether the request names no `fields`: if the answer would become too large, the records are then returned
 * unchanged, without fields that nobody asked for
 * @throws unavailable if the catalogue's service does not answer; invalid_data if the answer would become too large
 */
export async function withAskedProducts(
  shown: unknown,
  { selection, actor, deadline, passOn }: AskingForProducts & { selection: Selection },
  find: FindProducts,
  { byDefault = false }: { byDefault?: boolean } = {},
): Promise<unknown> {
  if (!asksForProducts(selection) || isMade(shown)) return shown
  const filled = async <T>(records: T, until: number): Promise<T> => {
    const asking = { actor, deadline: until, passOn: () => passOn(until) }
    try {
      return await fillProducts(selection, records, (needs) => find(needs, asking))
    } catch (error) {
      if (byDefault && isTooMuch(error)) return records
      throw error
    }
  }
  return shown instanceof LongList ? shownAll(shown.batches, deadline, filled) : filled(shown, deadline)
}

const isTooMuch = (error: unknown) => error instanceof OperationError && error.kind === 'invalid_data'

const isMade = (shown: unknown) => (Array.isArray(shown) ? shown[0] : shown) instanceof JsonText
