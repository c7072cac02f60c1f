import { mutates, type Operation, type Selects } from '../operation/operation.ts'
import { INTRODUCTION } from './introduction.ts'
import { parametersOf, type RequestSchemas, withExample } from './parameters.ts'
import { HEADERS, pending, REFUSALS, refusals, success, unchanged } from './responses.ts'
import { answerSchema, type JsonObject, jsonSchemas } from './schemas.ts'
import { SECURITY_SCHEMES, securityOf, TAGS } from './security.ts'

/** A route that a gateway answers itself, described like an operation. */
export interface OwnRoute extends Omit<Operation, 'service' | 'method' | 'path'> {
  method: NonNullable<Operation['method']>
  path: `/${string}`
  /** The media type of the body; default `application/json`. */
  takes?: 'multipart/form-data'
  /** The media type of a successful answer, if it is not JSON. */
  answers?: string
  /** When it answers 202, with the body of its success; absent: never. */
  pending?: string
  /** Statuses of refusals that no operation has. */
  refuses?: readonly number[]
}

/**
 * The OpenAPI 3.1 document of all operations that have a route, built from their contracts alone.
 * @param routes in addition to the operations
 */
export function toOpenApi(operations: readonly Operation[], version: string, routes: readonly OwnRoute[] = []): JsonObject {
  const offered: Described[] = [
    ...operations.filter(({ path, method }) => path !== undefined && method !== undefined),
    ...routes.map((route) => ({ ...route, service: 'gateway' }) as unknown as Described),
  ]
  const { schemasOf, components } = convert(offered)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of offered) {
    const path = operation.path!.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method!.toLowerCase()]: describe(operation, schemasOf(operation)) }
  }
  const schemas: Record<string, JsonObject> = { Error: ERROR_SCHEMA, ...components }
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

/** The audience: the first segment of the path. */
const tagOf = ({ path }: Operation) => path!.split('/')[1]!

type Described = Operation & Pick<OwnRoute, 'takes' | 'answers' | 'pending' | 'refuses'>

/** The schemas of every operation, and the records that they refer to. */
function convert(offered: readonly Described[]) {
  const inputs = offered.flatMap((operation) =>
    (['params', 'query', 'body'] as const).map((part) => [`${idOf(operation)} ${part}`, operation[part]] as const),
  )
  const input = jsonSchemas(Object.fromEntries(inputs), 'input')
  const output = jsonSchemas(Object.fromEntries(offered.map((one) => [idOf(one), answerSchema(one)])), 'output')
  const schemasOf = (operation: Described): Schemas => ({
    params: input.schemas[`${idOf(operation)} params`]!,
    query: input.schemas[`${idOf(operation)} query`]!,
    body: input.schemas[`${idOf(operation)} body`]!,
    answer: output.schemas[idOf(operation)]!,
  })
  return { schemasOf, components: { ...input.components, ...output.components } }
}

interface Schemas extends RequestSchemas {
  body: JsonObject
  answer: JsonObject
}

const idOf = ({ service, name }: Described) => `${service}.${name}`

function describe(operation: Described, { params, query, body, answer }: Schemas) {
  const hasBody =
    mutates(operation) && (body.anyOf !== undefined || Object.keys((body.properties as JsonObject) ?? {}).length > 0)
  const { takes = 'application/json', answers = 'application/json' } = operation
  const content = { [takes]: withExample(body) }
  return {
    operationId: idOf(operation),
    tags: [tagOf(operation)],
    summary: operation.summary,
    ...descriptionOf(operation),
    security: securityOf(operation),
    parameters: parametersOf(operation, { params, query }),
    ...(hasBody && { requestBody: { required: true, content } }),
    responses: {
      [operation.status]: success(operation, answer, answers),
      ...unchanged(operation),
      ...pending(operation.pending, answer),
      ...refusals(operation, operation.refuses),
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
