import { OperationError } from '@souk/contracts'
import { allEnded } from '../all-ended.ts'
import type { Fate } from '../fate.ts'
import type { RecordCommand } from './change-record.ts'

/**
 * Changes several aggregates for one request, each once per op. A failure may leave some unchanged; repeating the request changes
 * the rest.
 * @param change gets the command for one of them, without the request's `If-Match`
 * @throws the refusal of the first one that failed, once all are settled
 */
export async function changeEach(
  ids: readonly string[],
  command: RecordCommand,
  change: (id: string, command: RecordCommand) => Promise<unknown>,
): Promise<void> {
  const fates = ids.map((): Fate => ({ is: 'open' }))
  const changes = ids.map((id, at) => change(id, { ...command, if_match: undefined, fate: fates[at]! }))
  try {
    await allEnded(changes)
  } finally {
    if (command.fate && command.fate.is !== 'applied') command.fate.is = sumOf([command.fate, ...fates])
  }
}

const sumOf = (fates: readonly Fate[]): Fate['is'] =>
  (['unknown', 'applied'] as const).find((one) => fates.some(({ is }) => is === one)) ?? 'open'

/**
 * Catches `not_found`: for reading a record that may not exist, or changing one that may have been deleted.
 * @returns undefined for not_found @throws every other refusal and failure
 */
export function unlessGone(error: unknown): undefined {
  if (!(error instanceof OperationError && error.kind === 'not_found')) throw error
}
