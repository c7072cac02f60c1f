import { declared, OwnReturn, type ReturnWithReasons } from '@souk/contracts'

/** A return as the customer of its order is shown it. Items of a return that an administrator made have that one's notes. */
export const ownReturn = ({ items, ...record }: ReturnWithReasons): OwnReturn =>
  declared(OwnReturn, {
    ...record,
    items: record.created_by === null ? items : items.map((item) => ({ ...item, note: null })),
  }) as OwnReturn
