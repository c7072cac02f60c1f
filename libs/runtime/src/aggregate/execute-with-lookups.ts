import type { DecisionContext } from '@souk/contracts'
import type { Aggregates } from './aggregate.ts'
import { type Command, type Decision, LookupNeeded, type Outcome } from './command.ts'
import { modifiedByOthers } from './give-outcome.ts'

/** More of them end in a conflict. */
export const MAX_LOOKUPS = 5

export interface CommandWithLookups<T, Known, Need> extends Omit<Command<T>, 'decide'> {
  /** The values known before the first look-up. */
  known: Known
  /** Pure. Returns a `LookupNeeded` if the decision on this state depends on something not yet known; refuses by throwing. */
  decide: (state: T, context: DecisionContext, known: Known) => Decision<T> | LookupNeeded<Need>
  /** @returns the values known from then on. Refuses by throwing. */
  lookup: (need: Need, known: Known) => Promise<Known>
}

/**
 * Takes a decision that depends on values that only the state can name (the balances of its cards, the prices of its lines). It
 * is tried at once, and again on the current state after each look-up. So a repeat, an unknown id and a stale `If-Match` are
 * answered without a look-up, and looked-up values always match the state that they are used on.
 * @throws the refusals of the decision and of look-ups; conflict if the state still needs something else after five look-ups; see
 * also `createAggregates`
 */
export async function executeWithLookups<T extends { id: string }, Known, Need>(
  aggregates: Pick<Aggregates<T>, 'execute' | 'refuse'>,
  id: string,
  { known: knownFirst, decide, lookup, ...command }: CommandWithLookups<T, Known, Need>,
): Promise<Outcome<T>> {
  let known = knownFirst
  for (let lookups = 0; ; lookups++) {
    const present = known
    const decided = await aggregates.execute(id, { ...command, decide: (state, context) => decide(state, context, present) })
    if (!(decided instanceof LookupNeeded)) return decided
    try {
      if (lookups === MAX_LOOKUPS) throw modifiedByOthers()
      known = await lookup(decided.need, known)
    } catch (refusal) {
      return aggregates.refuse(id, command, refusal)
    }
  }
}
