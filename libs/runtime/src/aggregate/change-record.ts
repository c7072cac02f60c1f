import type { DecisionContext, DomainEvent, OperationError } from '@souk/contracts'
import { assertMatch } from '../etag.ts'
import { idsFrom } from '../ids.ts'
import { type DuplicateKeyError, isDuplicateKey } from '../store/mongo-errors.ts'
import type { Aggregates } from './aggregate.ts'
import { type Command, LookupNeeded } from './command.ts'
import { modifiedByOthers } from './give-outcome.ts'

/** The part of a request that a change needs: its `command`. */
export interface RecordCommand extends Omit<Command<never>, 'decide' | 'missing' | 'visible' | 'inReach' | 'tooLarge'> {
  /** The refusal if there is no such record; default: the store's. */
  missing?: Command<never>['missing']
}

export interface FoundRecord<T> {
  /** Shared between requests: it must not be changed. */
  record: T
  revision: number
}

/** Returns the next record, or the same object if nothing changes. Pure; refuses by throwing. */
export type NextRecord<T> = (record: T, context: DecisionContext) => T

interface Changing<T> extends RecordCommand, Pick<Command<T>, 'visible'> {
  missing: Command<T>['missing']
  next: NextRecord<T>
  /** The events of a change, from the changed record and the one before it. */
  events: (record: T, before: T) => readonly DomainEvent[]
  /** The refusal when a unique value is another record's. */
  taken: (error: DuplicateKeyError) => OperationError
}

const MAX_TRIES = 5

/**
 * Changes a record and its `updated_at`. If nothing changes, nothing is written and no event is sent.
 * @throws the refusals of a command on an aggregate
 */
export async function changeRecord<T extends { id: string }>(
  aggregates: Aggregates<T>,
  id: string,
  { next, events, taken, ...command }: Changing<T>,
): Promise<FoundRecord<T>> {
  const decide = (record: T, context: DecisionContext) => {
    const changed = next(record, context)
    if (changed === record && !mayBeUnderWay(command)) return new LookupNeeded(record)
    return { state: { ...changed, updated_at: context.now }, events: events(changed, record) }
  }
  /** False as well if the change is refused in this state: then it is decided once more. */
  const changesNothing = (record: T, revision: number): boolean => {
    try {
      assertMatch(command.if_match, revision)
      const context = { newId: idsFrom(command.op), now: new Date().toISOString() }
      return command.visible?.(record) !== false && next(record, context) === record
    } catch {
      return false
    }
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      const changed = await aggregates.execute(id, { ...command, decide })
      if (!(changed instanceof LookupNeeded)) return found(changed)
      // There is nothing to change in this state, but it came from the cache: check that nothing changes in the current one.
      const present = await aggregates.find(id, command.deadline)
      if (present && (present.state === changed.need || changesNothing(present.state, present.revision))) return found(present)
    } catch (error) {
      if (isDuplicateKey(error)) return found(await aggregates.refuse(id, command, taken(error)))
      throw error
    }
  }
  throw modifiedByOthers()
}

/** Then this attempt must record its op: otherwise another one might still take effect, on a later state of the record. */
const mayBeUnderWay = ({ contested, fate }: RecordCommand) => contested === true || fate?.is === 'unknown'

export const found = <T>({ state, revision }: { state: T; revision: number }): FoundRecord<T> => ({ record: state, revision })
