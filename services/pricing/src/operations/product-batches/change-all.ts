import type { Problem } from '@souk/contracts'
import { changeEach, type FatedCommand, type RecordCommand } from '@souk/runtime'
import { createRefusals } from './refusals.ts'

/**
 * Changes several aggregates for one request, each once per op.
 * @param path the place of an item in the request
 * @returns the outcome of each, in the order of the ids
 * @throws the first refusal, with all of them in its `errors`; the others are done then
 */
export async function changeAll<T>(
  ids: readonly string[],
  { command, path }: { command: FatedCommand; path: (at: number) => Problem['path'] },
  change: (id: string, command: RecordCommand, at: number) => Promise<T>,
): Promise<T[]> {
  const refusals = createRefusals()
  const done = new Map<string, T>()
  const places = new Map(ids.map((id, at) => [id, at]))
  await changeEach(ids, command, async (id, own) => {
    const at = places.get(id)!
    try {
      done.set(id, await change(id, own, at))
    } catch (error) {
      refusals.add(path(at), error)
    }
  })
  refusals.assertNone()
  return ids.map((id) => done.get(id)!)
}
