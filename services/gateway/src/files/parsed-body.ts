import { invalidRequest, type Path } from '@souk/contracts'
import { parseJsonBody } from '@souk/runtime'
import { z } from 'zod'

/** The JSON body of a request that the gateway answers itself. @throws invalid_data, as services would */
export function parsedBody<S extends z.ZodType>(bytes: Buffer | undefined, schema: S, path: Path): z.output<S> {
  const input = parseJsonBody(bytes ?? Buffer.alloc(0))
  const { data, error } = schema.safeParse(input)
  const operation = { path, params: z.object({}), query: z.object({}), body: schema }
  if (error) throw invalidRequest(error.issues, { input, operation, part: 'body' })
  return data as z.output<S>
}
