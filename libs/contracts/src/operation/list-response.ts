import { z } from 'zod'

/** The answer of a list: a page of records under `key`, how many there are in all (`count`), and which part of them this is. */
export function listResponse<const Key extends string, S extends z.ZodType>(key: Key, schema: S) {
  const records = { [key]: z.array(schema) } as { [K in Key]: z.ZodArray<S> }
  return z.object({ ...records, count: z.int(), offset: z.int(), limit: z.int() })
}
