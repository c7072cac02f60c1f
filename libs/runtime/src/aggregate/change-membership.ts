import type { OperationError } from '@souk/contracts'
import { changeEach, unlessGone } from './change-each.ts'
import type { FoundRecord, NextRecord, RecordCommand } from './change-record.ts'

/** The ids of records that join something, and of those that leave it; one named under both is in it afterwards. */
export interface Membership {
  add?: readonly string[] | undefined
  remove?: readonly string[] | undefined
}

interface Members<T> {
  find(id: string, deadline: number): Promise<FoundRecord<T> | undefined>
  update(id: string, command: RecordCommand, next: NextRecord<T>): Promise<unknown>
}

interface MembershipRules<T> {
  adding: NextRecord<T>
  removing: NextRecord<T>
  /**
   * Called before anything is written, with the ids of those to be added, each once, and what was found of all that are named.
   * @throws the refusal of what cannot be added
   */
  assertMayBeAdded(ids: readonly string[], found: ReadonlyMap<string, T>): void
  /** The refusal of one to be added that was deleted meanwhile. Default: it is passed over, as one to be removed always is. */
  gone?: (id: string) => OperationError
}

/**
 * Lets records join something, and others leave it. Each is an aggregate of its own: a failure may come between them, and a
 * repeat of the same request does the rest. One to be removed that is not there is passed over.
 * @throws as `assertMayBeAdded`; the refusals of single changes, once all are settled
 */
export async function changeMembership<T extends { id: string }>(
  records: Members<T>,
  { add = [], remove = [] }: Membership,
  { adding, removing, assertMayBeAdded, gone }: MembershipRules<T>,
  command: RecordCommand,
): Promise<void> {
  const added = new Set(add)
  const ids = [...new Set([...add, ...remove])]
  const read = await Promise.all(ids.map((id) => records.find(id, command.deadline)))
  const found = new Map(read.flatMap((one) => (one ? [[one.record.id, one.record] as const] : [])))
  assertMayBeAdded([...added], found)

  await changeEach([...found.keys()], command, (id, own) => {
    if (added.has(id) && gone) return records.update(id, { ...own, missing: () => gone(id) }, adding)
    return records.update(id, own, added.has(id) ? adding : removing).catch(unlessGone)
  })
}
