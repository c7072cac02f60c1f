import { OperationError, outcomeUnknown } from '@souk/contracts'
import { LookupNeeded, type Waiting } from './command.ts'
import type { Decided } from './decided.ts'

/** Gives each command of a batch its outcome, once its write is applied. */
export function answer<T>({ refused, settled, recorded, repeated, accepted }: Decided<T>) {
  for (const [command, error] of refused) fail(command, error)
  for (const [command, error] of [...settled, ...recorded]) refuse(command, error)
  for (const [command, outcome] of [...repeated, ...accepted]) {
    if (command.fate) command.fate.is = 'applied'
    command.resolve(outcome)
  }
}

/** Refuses for good. The reason may have to be looked up. */
export function refuse<T>(command: Waiting<T>, reason: unknown) {
  if (command.fate) command.fate.is = 'refused'
  if (reason instanceof LookupNeeded) command.resolve(reason)
  else command.reject(reason)
}

/** A command that may have been written, or may still be, must not be reported as not done. */
export function fail<T>({ doubtedAt, reject }: Waiting<T>, error: unknown) {
  reject(doubtedAt === undefined ? error : outcomeUnknown(error))
}

/** The command has perhaps been written on top of this revision. */
export function doubt<T>(command: Waiting<T>, revision: number) {
  command.doubtedAt = Math.max(revision, command.doubtedAt ?? 0)
  if (command.fate) command.fate.is = 'unknown'
}

/**
 * Once the aggregate has moved on, a write that named an earlier revision can no longer land, and ops that have landed are among
 * the recent ones.
 */
export function believe<T>(command: Waiting<T>, revision: number) {
  if (command.doubtedAt === undefined || command.doubtedAt >= revision) return
  command.doubtedAt = undefined
  if (command.fate) command.fate.is = 'open'
}

/** The refusal of a command that lost a race again and again. */
export const modifiedByOthers = () =>
  new OperationError('conflict', 'The record was modified by others again and again; please try again', { retry_after: 1 })
