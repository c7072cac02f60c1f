import { z } from 'zod'

/**
 * The answer of a list: a page of records under `key`, the number of all records (`count`), and the page's `offset` and `limit`.
 */
export function listResponse<const Key extends string, S extends z.ZodType>(key: Key, schema: S) {
  const records = { [key]: z.array(schema) } as { [K in Key]: z.ZodArray<S> }
  return z.object({ ...records, count: z.int(), offset: z.int(), limit: z.int() })
}
