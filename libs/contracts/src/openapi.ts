import { z } from 'zod'
import { refusals, selectable, withoutRequired } from './openapi-responses.ts'
import { accessOf, mutates, type Operation, takesIfMatch, takesKey } from './operation.ts'

type JsonObject = Record<string, unknown>

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonObject
  return { schema: rewriteReferences(rest) as JsonObject, components: ($defs ?? {}) as Record<string, JsonObject> }
}

/** zod refers to `#/$defs/Cart`; OpenAPI keeps records under `#/components/schemas/Cart`. */
const rewriteReferences = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))

const SECURITY: Record<string, JsonObject[]> = {
  admin: [{ bearer: [] }, { secretKey: [] }],
  vendor: [{ bearer: [] }],
  store: [{ publishableKey: [] }],
  public: [],
}

/** The OpenAPI 3.1 document of all operations that have a route, built from their contracts alone. */
export function toOpenApi(operations: readonly Operation[], version: string): JsonObject {
  const paths: Record<string, Record<string, unknown>> = {}
  const schemas: Record<string, JsonObject> = { Error: ERROR_SCHEMA }
  const use = (schema: z.ZodType, io: 'input' | 'output') => {
    const { schema: own, components } = jsonSchema(schema, io)
    for (const [name, component] of Object.entries(components))
      schemas[name] ??= withoutRequired(rewriteReferences(component)) as JsonObject
    return own
  }
  for (const operation of operations) {
    if (operation.path === undefined || operation.method === undefined) continue
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, use) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Souk',
      version,
      description: 'Marketplace commerce backend. Speaks the HTTP interfaces of Medusa v2 (store, admin) and Mercur (vendor).',
    },
    paths,
    components: { schemas, securitySchemes: SECURITY_SCHEMES },
  }
}

type Use = (schema: z.ZodType, io: 'input' | 'output') => JsonObject

function describe(operation: Operation, use: Use) {
  const parameters = [
    ...parametersIn('path', operation.params, use),
    ...parametersIn('query', operation.query, use),
    ...(takesKey(operation) ? [IDEMPOTENCY_KEY] : []),
    ...(takesIfMatch(operation) ? [IF_MATCH] : []),
  ]
  const body = use(operation.body, 'input')
  const answer = use(operation.response, 'output')
  const hasBody = mutates(operation) && Object.keys((body.properties as JsonObject) ?? {}).length > 0
  return {
    operationId: `${operation.service}.${operation.name}`,
    tags: [operation.path!.split('/')[1]],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    security: SECURITY[accessOf(operation)],
    parameters,
    ...(hasBody && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [operation.status]: {
        description: 'Success',
        content: { 'application/json': { schema: operation.selects ? selectable(answer) : answer } },
      },
      ...refusals(operation),
    },
  }
}

function parametersIn(location: 'path' | 'query', schema: z.ZodType, use: Use) {
  const { properties = {}, required = [] } = use(schema, 'input') as {
    properties?: Record<string, JsonObject>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(typeof property.description === 'string' && { description: property.description }),
    schema: property,
  }))
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
  description:
    "Makes a repeated request have one effect; kept for 24 h. A key belongs to who sends it; a guest's to the record that the path names, or, where it names none, to the address of the client, and then it must be a random one of 16 characters at least",
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,15}"(, *(W/)?"\\d{1,15}")*)$' },
  description: 'An ETag: the request is refused with 412 when the record has moved on',
}

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  secretKey: { type: 'http', scheme: 'basic', description: 'A secret API key as the user name, no password' },
  publishableKey: { type: 'apiKey', in: 'header', name: 'x-publishable-api-key' },
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['type', 'message', 'request_id'],
  properties: {
    type: { type: 'string', examples: ['invalid_data', 'not_found', 'not_allowed'] },
    message: { type: 'string' },
    code: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'array', items: { type: ['string', 'integer'] } },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
    request_id: { type: 'string' },
  },
}
