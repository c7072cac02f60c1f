import { Answer, type FoundRecord } from '@souk/runtime'

/** Records whose products are shown where `fields` asks for them. */
export const withoutProducts = async <T>(records: readonly T[]): Promise<(T & { products: null })[]> =>
  records.map((record) => ({ ...record, products: null }))

/** A type, tag or collection as answers show it. */
export const recordAnswer = <Key extends string, T>(key: Key, { record, revision }: FoundRecord<T>) =>
  new Answer({ [key]: { ...record, products: null } } as { [K in Key]: T & { products: null } }, { revision })
