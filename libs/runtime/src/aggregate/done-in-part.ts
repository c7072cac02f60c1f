import { isRefusal } from '../fate.ts'
import type { RecordCommand } from './change-record.ts'

/** A command whose fate is asked for. */
export type FatedCommand = RecordCommand & Required<Pick<RecordCommand, 'fate'>>

/**
 * Runs a batch that may be done in part. A refusal that names the items not done is answered as it is, though the rest is done; a
 * failure passes on its fate.
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
