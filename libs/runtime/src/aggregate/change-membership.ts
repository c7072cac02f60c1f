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
   * Called before anything is written, with the distinct ids to add, and those of all named records that exist.
   * @throws the refusal of an id that cannot be added
   */
  assertMayBeAdded(ids: readonly string[], found: ReadonlyMap<string, T>): void
  /** The refusal if a record to add was deleted in the meantime. Default: it is skipped, as a record to remove always is. */
  gone?: (id: string) => OperationError
}

/**
 * Adds records to something, and removes others from it. Each is an aggregate of its own: a failure may leave some unchanged, and
 * repeating the request changes the rest. A record to remove that does not exist is skipped.
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
