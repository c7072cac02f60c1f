import { type Operation, toOpenApi } from '@souk/contracts'

export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: unknown
  items?: JsonSchema
  anyOf?: JsonSchema[]
}
interface RequestBody {
  content: { 'application/json': { schema: JsonSchema } }
}

const bodies = new Map<Operation, JsonSchema>()

/** The schema of the operation's body in the reference. */
export function bodyOf(operation: Operation): JsonSchema {
  const body = bodies.get(operation) ?? describedBody(operation)
  bodies.set(operation, body)
  return body
}

function describedBody(operation: Operation): JsonSchema {
  const { paths } = toOpenApi([operation], '0') as { paths: Record<string, Record<string, { requestBody?: RequestBody }>> }
  const [described] = Object.values(paths).flatMap(Object.values)
  return described?.requestBody?.content['application/json'].schema ?? {}
}
