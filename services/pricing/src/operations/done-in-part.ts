import { isRefusal, type RecordCommand } from '@souk/runtime'

/** A command whose fate is asked for. */
export type FatedCommand = RecordCommand & Required<Pick<RecordCommand, 'fate'>>

/**
 * A refusal that names what was not done is answered as it is, though the rest is done; of a failure it is known how far it came.
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
