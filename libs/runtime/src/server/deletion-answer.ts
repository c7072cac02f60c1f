import { Answer } from './implement.ts'

/**
 * The answer to a deletion, also of something that is canceled before it takes effect. It has no `ETag` for a record that was
 * deleted already or never existed.
 * @param deleted with the record's last revision; undefined if there was nothing to delete
 */
export const deletionAnswer = <Name extends string>(object: Name, id: string, deleted: { revision: number } | undefined) =>
  new Answer({ id, object, deleted: true as const }, deleted && { revision: deleted.revision })
