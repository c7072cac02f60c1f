import type { Deps } from '../deps.ts'
import type { NamedReason } from '../domain/returns/return-reasons.ts'

/** Those of these return reasons that there are. */
export async function namedReasons(
  ids: readonly string[],
  { returnReasons }: Pick<Deps, 'returnReasons'>,
  deadline: number,
): Promise<NamedReason[]> {
  const [found, children] = await Promise.all([
    returnReasons.list({ _id: { $in: [...ids] } }, deadline),
    returnReasons.list({ parent_return_reason_id: { $in: [...ids] } }, deadline),
  ])
  const parents = new Set(children.map(({ parent_return_reason_id }) => parent_return_reason_id))
  return found.map(({ id }) => ({ id, has_children: parents.has(id) }))
}
