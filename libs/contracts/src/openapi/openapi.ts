import type { z } from 'zod'
import { mutates, type Operation, type Selects } from '../operation/operation.ts'
import { INTRODUCTION } from './introduction.ts'
import { parametersOf, withExample } from './parameters.ts'
import { HEADERS, REFUSALS, refusals, success, unchanged } from './responses.ts'
import { answerSchema, type Direction, type JsonObject, jsonSchema } from './schemas.ts'
import { SECURITY_SCHEMES, securityOf, TAGS } from './security.ts'

/** A route that a gateway answers itself, described like an operation. */
export interface OwnRoute extends Omit<Operation, 'service' | 'method' | 'path'> {
  method: NonNullable<Operation['method']>
  path: `/${string}`
  /** The media type of the body; default `application/json`. */
  takes?: 'multipart/form-data'
  /** The media type of a successful answer, if it is not JSON. */
  answers?: string
}

/**
 * The OpenAPI 3.1 document of all operations that have a route, built from their contracts alone.
 * @param routes in addition to the operations
 */
export function toOpenApi(operations: readonly Operation[], version: string, routes: readonly OwnRoute[] = []): JsonObject {
  const paths: Record<string, Record<string, unknown>> = {}
  const schemas: Record<string, JsonObject> = { Error: ERROR_SCHEMA }
  const use = (schema: z.ZodType, direction: Direction) => {
    const { schema: own, components } = jsonSchema(schema, direction, (name) => name in schemas)
    Object.assign(schemas, components)
    return own
  }
  const offered: Described[] = [
    ...operations.filter(({ path, method }) => path !== undefined && method !== undefined),
    ...routes.map((route) => ({ ...route, service: 'gateway' }) as unknown as Described),
  ]
  for (const operation of offered) {
    const path = operation.path!.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method!.toLowerCase()]: describe(operation, use) }
  }
  for (const name of unusedSchemas(paths, schemas)) delete schemas[name]
  const used = new Set(offered.map(tagOf))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Souk API',
      version,
      summary: 'Marketplace commerce backend: prices, carts, orders and sellers',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The instance that served this document' }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths,
    components: { schemas, responses: REFUSALS, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  }
}

/** Names of schemas that zod created for cycles and that turn out to be unreferenced. */
function unusedSchemas(paths: object, schemas: Record<string, JsonObject>): string[] {
  const text = JSON.stringify({ paths, schemas })
  return Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`) && name !== 'Error')
}

/** The audience: the first segment of the path. */
const tagOf = ({ path }: Operation) => path!.split('/')[1]!

type Described = Operation & Pick<OwnRoute, 'takes' | 'answers'>

function describe(operation: Described, use: (schema: z.ZodType, direction: Direction) => JsonObject) {
  const body = use(operation.body, 'input')
  const hasBody =
    mutates(operation) && (body.anyOf !== undefined || Object.keys((body.properties as JsonObject) ?? {}).length > 0)
  const { takes = 'application/json', answers = 'application/json' } = operation
  const content = { [takes]: withExample(body) }
  return {
    operationId: `${operation.service}.${operation.name}`,
    tags: [tagOf(operation)],
    summary: operation.summary,
    ...descriptionOf(operation),
    security: securityOf(operation),
    parameters: parametersOf(operation, use),
    ...(hasBody && { requestBody: { required: true, content } }),
    responses: {
      [operation.status]: success(operation, use(answerSchema(operation), 'output'), answers),
      ...unchanged(operation),
      ...refusals(operation),
    },
  }
}

function boundsOf({ bounds }: Partial<Selects> = {}) {
  if (!bounds) return undefined
  const allowed = bounds.allowed.map((path) => `\`${path}\``).join(', ')
  const beyond = allowed === '' ? 'No other fields can be requested' : `In addition, \`fields\` can request ${allowed}`
  return `${beyond}; of relations, all plain values are available. Other paths are ignored.`
}

function descriptionOf({ description, selects }: Operation) {
  const shown =
    selects &&
    selects.defaults !== 'all' &&
    `Without \`fields\`, each shows ${selects.defaults.map((name) => `\`${name}\``).join(', ')}.`
  const text = [description, shown, boundsOf(selects)].filter(Boolean).join('\n\n')
  return text === '' ? {} : { description: text }
}

const ERROR_SCHEMA = {
  type: 'object',
  description: 'The body of every error response',
  required: ['type', 'message', 'request_id'],
  properties: {
    type: {
      type: 'string',
      description: 'The type of the error, as known to Medusa clients',
      examples: ['invalid_data', 'not_found', 'not_allowed'],
    },
    message: { type: 'string', description: 'Human-readable description of the problem' },
    code: { type: 'string', description: 'Machine-readable; distinguishes errors of the same type' },
    errors: {
      type: 'array',
      description: 'Every way in which the request does not match its schema',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'array', description: 'Path to the offending value', items: { type: ['string', 'integer'] } },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
    request_id: { type: 'string', description: 'Same as the Request-Id header; identifies the request in the logs' },
  },
}
