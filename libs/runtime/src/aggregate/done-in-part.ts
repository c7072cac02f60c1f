import { isRefusal } from '../fate.ts'
import type { RecordCommand } from './change-record.ts'

/** A command that reports its fate. */
export type FatedCommand = RecordCommand & Required<Pick<RecordCommand, 'fate'>>

/**
 * Runs a batch that may be done in part. A refusal that names the failed items is answered as it is, although the rest is done; a
 * failure also passes its fate on.
 */
export async function doneInPart<C extends FatedCommand, T>(command: C, run: (own: C) => Promise<T>): Promise<T> {
  const fate = { ...command.fate }
  try {
    const result = await run({ ...command, fate })
    command.fate.is = fate.is
    return result
  } catch (error) {
    if (!isRefusal(error) || fate.is !== 'applied') command.fate.is = fate.is
    throw error
  }
}
