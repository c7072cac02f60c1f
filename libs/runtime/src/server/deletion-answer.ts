import { Answer } from './implement.ts'

/**
 * The answer to a deletion, which also succeeds for a record that is deleted already or never existed, but then without an
 * `ETag`.
 * @param deleted with the record's last revision; undefined if there was nothing to delete
 */
export const deletionAnswer = <Name extends string>(object: Name, id: string, deleted: { revision: number } | undefined) =>
  new Answer({ id, object, deleted: true as const }, deleted && { revision: deleted.revision })
