import { type ReturnReason, type Selection, wants } from '@souk/contracts'
import { Answer, type FoundRecord } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import type { ReturnReasonRecord } from '../stores/return-reasons.ts'

interface Shown {
  selection: Selection
  deadline: number
}

/** Return reasons as answers show them, with their parents and children if `fields` asks for them. */
export async function shownReturnReasons(
  records: readonly ReturnReasonRecord[],
  { selection, deadline }: Shown,
  { returnReasons }: Pick<Deps, 'returnReasons'>,
): Promise<ReturnReason[]> {
  const above = records.flatMap(({ parent_return_reason_id }) => parent_return_reason_id ?? [])
  const ids = records.map(({ id }) => id)
  const [parents, children] = await Promise.all([
    wants(selection, 'parent_return_reason') && above.length > 0
      ? returnReasons.list({ _id: { $in: above } }, deadline)
      : undefined,
    wants(selection, 'return_reason_children')
      ? returnReasons.list({ parent_return_reason_id: { $in: ids } }, deadline)
      : undefined,
  ])
  return records.map((reason) => ({
    ...reason,
    parent_return_reason: parents?.find(({ id }) => id === reason.parent_return_reason_id) ?? null,
    return_reason_children: children?.filter(({ parent_return_reason_id }) => parent_return_reason_id === reason.id) ?? null,
  }))
}

export async function returnReasonAnswer({ record, revision }: FoundRecord<ReturnReasonRecord>, shown: Shown, deps: Deps) {
  const [reason] = await shownReturnReasons([record], shown, deps)
  const { parent_return_reason, return_reason_children } = reason!
  return new Answer({ return_reason: reason! }, { revision, others: { parent_return_reason, return_reason_children } })
}
