import { compileFields, invalidRequest, type Operation, type Selection } from '@souk/contracts'
import { parseQueryString } from '@souk/runtime'
import type { FastifyRequest } from 'fastify'

/** The requested fields of a request that the gateway answers itself. @throws invalid_data, as services would */
export function askedFields(
  { url }: FastifyRequest,
  route: Pick<Operation, 'path' | 'params' | 'query' | 'body' | 'selects'>,
): Selection {
  const at = url.indexOf('?')
  const input = at < 0 ? {} : parseQueryString(url.slice(at + 1))
  const { data, error } = route.query.safeParse(input)
  if (error) throw invalidRequest(error.issues, { input, operation: route, part: 'query' })
  const { schema, defaults } = route.selects!
  return compileFields(schema, (data as { fields?: string }).fields, defaults)
}
