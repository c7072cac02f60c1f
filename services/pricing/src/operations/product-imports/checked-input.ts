import { stageImportedProducts as contract, invalidRequest } from '@souk/contracts'
import type { z } from 'zod'

/** The request body that lines of a file stand for. @throws invalid_data, with the text of such a request's refusal */
export function checkedInput<S extends z.ZodType>(input: object, schema: S): object {
  const { error } = schema.safeParse(input)
  if (error)
    throw invalidRequest(error.issues, { input, operation: { ...contract, path: '/admin/products', body: schema }, part: 'body' })
  return input
}
