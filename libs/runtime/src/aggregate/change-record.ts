import type { DecisionContext, DomainEvent, OperationError } from '@souk/contracts'
import { type DuplicateKeyError, isDuplicateKey } from '../store/mongo-errors.ts'
import { type Aggregates, modifiedByOthers } from './aggregate.ts'
import { type Command, LookupNeeded } from './command.ts'

/** The part of a request that a change needs: its `command`. */
export interface RecordCommand extends Omit<Command<never>, 'decide' | 'missing' | 'visible' | 'too_large'> {
  /** The refusal when there is no such record; default that of the store. */
  missing?: Command<never>['missing']
}

export interface FoundRecord<T> {
  /** Shared with others: it must not be changed. */
  record: T
  revision: number
}

/** The next record; the very one that it got when nothing changes. Pure; refuses by throwing. */
export type NextRecord<T> = (record: T, context: DecisionContext) => T

interface Changing<T> extends RecordCommand, Pick<Command<T>, 'visible'> {
  missing: Command<T>['missing']
  next: NextRecord<T>
  /** The events of the changed record, and what it was before. */
  told: (record: T, before: T) => readonly DomainEvent[]
  /** The refusal when a unique value is another record's. */
  taken: (error: DuplicateKeyError) => OperationError
}

const MAX_TRIES = 5

/**
 * Changes a record and dates it; where nothing changes, nothing is written, and no event sent.
 * @throws the refusals of a command on an aggregate
 */
export async function changeRecord<T extends { id: string }>(
  aggregates: Aggregates<T>,
  id: string,
  { next, told, taken, ...command }: Changing<T>,
): Promise<FoundRecord<T>> {
  const decide = (record: T, context: DecisionContext) => {
    const changed = next(record, context)
    if (changed === record && !mayBeUnderWay(command)) return new LookupNeeded(record)
    return { state: { ...changed, updated_at: context.now }, events: told(changed, record) }
  }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      const changed = await aggregates.execute(id, { ...command, decide })
      if (!(changed instanceof LookupNeeded)) return found(changed)
      // There is nothing to change in this very record; whether it is the present one is yet to be seen.
      const present = await aggregates.find(id, command.deadline)
      if (present && present.state === changed.need) return found(present)
    } catch (error) {
      if (isDuplicateKey(error)) return found(await aggregates.refuse(id, command, taken(error)))
      throw error
    }
  }
  throw modifiedByOthers()
}

/** Another attempt may still be carried out, on whatever state the record has by then, unless this one records its op there. */
const mayBeUnderWay = ({ contested, fate }: RecordCommand) => contested === true || fate?.is === 'unknown'

export const found = <T>({ state, revision }: { state: T; revision: number }): FoundRecord<T> => ({ record: state, revision })
