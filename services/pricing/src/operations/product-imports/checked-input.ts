import { stageImportedProducts as contract, invalidRequest } from '@souk/contracts'
import type { z } from 'zod'

/** The request body that lines of a file stand for. @throws invalid_data, which says what is wrong, also inside of lists */
export function checkedInput<S extends z.ZodType>(input: object, schema: S): object {
  const { error } = schema.safeParse(input)
  const operation = { ...contract, path: '/admin/products' as const, body: schema }
  if (error) throw invalidRequest(error.issues, { input, operation, part: 'body', inTheirWords: false })
  return input
}
