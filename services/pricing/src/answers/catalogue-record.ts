/** Types, tags and collections as answers show them: their products are filled in later, if `fields` asks for them. */
export const withoutProducts = async <T>(records: readonly T[]): Promise<(T & { products: null })[]> =>
  records.map((record) => ({ ...record, products: null }))
