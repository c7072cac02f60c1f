import type { z } from 'zod'
import { mutates, type Operation, type Selects } from '../operation/operation.ts'
import { INTRODUCTION } from './introduction.ts'
import { parametersOf, withExample } from './parameters.ts'
import { HEADERS, REFUSALS, refusals, success, unchanged } from './responses.ts'
import { answerSchema, type Direction, type JsonObject, jsonSchema } from './schemas.ts'
import { SECURITY_SCHEMES, securityOf, TAGS } from './security.ts'

/** A route that a gateway answers by itself: to be described as an operation is. */
export interface OwnRoute extends Omit<Operation, 'service' | 'method' | 'path'> {
  method: NonNullable<Operation['method']>
  path: `/${string}`
  /** The media type of the body; default `application/json`. */
  takes?: 'multipart/form-data'
  /** The media type of a success, where it is not JSON. */
  answers?: string
}

/**
 * The OpenAPI 3.1 document of all operations that have a route, built from their contracts alone.
 * @param routes beside them
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
    servers: [{ url: '/', description: 'The instance that this document comes from' }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths,
    components: { schemas, responses: REFUSALS, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  }
}

/** Names of schemas that zod made for cycles and that nothing refers to in the end. */
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
  const beyond = allowed === '' ? 'Nothing else is shown' : `Beyond that, \`fields\` shows ${allowed}`
  return `${beyond}, and of relations all plain values; other paths are ignored.`
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
  description: 'Every refusal and every failure',
  required: ['type', 'message', 'request_id'],
  properties: {
    type: {
      type: 'string',
      description: 'The kind of the refusal, as clients of Medusa know them',
      examples: ['invalid_data', 'not_found', 'not_allowed'],
    },
    message: { type: 'string', description: 'The problem, for people' },
    code: { type: 'string', description: 'Tells apart what has the same type, for programs' },
    errors: {
      type: 'array',
      description: 'Every problem of a request that does not fit its schema',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'array', description: 'Where it is', items: { type: ['string', 'integer'] } },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
    request_id: { type: 'string', description: 'The same as in the header Request-Id, and in the logs' },
  },
}
