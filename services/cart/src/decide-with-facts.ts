import { conflict } from '@souk/contracts'
import { type Aggregates, type Command, type DecisionContext, type Outcome, Undecided } from '@souk/runtime'

/** How a decision says what it has to know before it can be taken on this state. */
export class FactsMissing<Need> extends Undecided {
  readonly need: Need
  constructor(need: Need) {
    super()
    this.need = need
  }
}

const MAX_FETCHES = 5

export interface FactualCommand<T, Need, Facts> extends Omit<Command<T>, 'decide'> {
  /** What is known before anything was fetched. */
  facts: Facts
  /** Pure. Throws `FactsMissing` naming what it needs of the outside world for this very state. */
  decide(state: T, context: DecisionContext, facts: Facts): ReturnType<Command<T>['decide']>
  fetch(need: Need, facts: Facts): Promise<Facts>
}

/**
 * Takes a decision that depends on facts which only the state can name (the balances of its cards, the prices of its lines): it is
 * tried at once, and again each time what it asked for was fetched. So a repeat, an unknown id and a stale `If-Match` are answered
 * without fetching anything, and facts always fit the state that they are used on.
 * @throws conflict when the state changed again and again while facts were fetched
 */
export async function decideWithFacts<T extends { id: string }, Need, Facts>(
  aggregates: Aggregates<T>,
  id: string,
  { facts, decide, fetch, ...command }: FactualCommand<T, Need, Facts>,
): Promise<Outcome<T>> {
  let known = facts
  for (let fetches = 0; ; fetches++) {
    const current = known
    try {
      return await aggregates.execute(id, { ...command, decide: (state, context) => decide(state, context, current) })
    } catch (error) {
      if (!(error instanceof FactsMissing)) throw error
      if (fetches === MAX_FETCHES) return aggregates.refuse(id, command, changesTooFast())
      try {
        known = await fetch(error.need as Need, known)
      } catch (refusal) {
        return await aggregates.refuse(id, command, refusal)
      }
    }
  }
}

const changesTooFast = () => conflict('The record was modified by others again and again; please try again')
