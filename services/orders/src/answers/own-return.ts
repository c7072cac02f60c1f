import { declared, OwnReturn, type ReturnWithReasons } from '@souk/contracts'

/** A return as shown to its customer. Notes on the items of a return that an administrator made are hidden. */
export const ownReturn = ({ items, ...record }: ReturnWithReasons): OwnReturn =>
  declared(OwnReturn, {
    ...record,
    items: record.created_by === null ? items : items.map((item) => ({ ...item, note: null })),
  }) as OwnReturn
