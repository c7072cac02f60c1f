import { z } from 'zod'
import type { Operation } from '../operation/operation.ts'

export type JsonObject = Record<string, unknown>
export type Direction = 'input' | 'output'

/**
 * Schemas in OpenAPI's form, under the same names, and the records that they refer to by name. One conversion for all of them:
 * many contain the same records, which zod would otherwise walk through for each (3.7 s instead of 0.4 s for all operations).
 */
export function jsonSchemas<N extends string>(
  schemas: Record<N, z.ZodType>,
  io: Direction,
): { schemas: Record<N, JsonObject>; components: Record<string, JsonObject> } {
  const whole = z.toJSONSchema(z.object(schemas), { io, unrepresentable: 'any', reused: 'inline' })
  const { properties, $defs = {} } = rewriteReferences(whole) as { properties: Record<N, JsonObject>; $defs?: JsonObject }
  return {
    schemas: (io === 'output' ? open(properties) : properties) as Record<N, JsonObject>,
    components: withoutRequired(open($defs)) as Record<string, JsonObject>,
  }
}

/**
 * The schema of everything an answer may contain: `fields` may select any field of its records, even if fewer are shown by
 * default.
 */
export function answerSchema({ response, selects }: Pick<Operation, 'response' | 'selects'>): z.ZodType {
  if (!selects) return response
  const { key, also = [], schema } = selects
  const around = response as unknown as z.ZodObject
  const whole = (name: string) => (around.shape[name] instanceof z.ZodArray ? z.array(schema) : schema)
  return around.extend(Object.fromEntries([key, ...also].map((name) => [name, whole(name)])))
}

/** zod refers to `#/$defs/Cart`; OpenAPI has records under `#/components/schemas/Cart`. */
const rewriteReferences = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))

/** Answers may get more fields one day, which must not break clients that validate them against the schema. */
const open = (schema: unknown) => without(schema, (key, value) => key === 'additionalProperties' && value === false)

/**
 * The schema of an answer whose record `fields` selects from: any of its fields may be left out, so none is required. Everything
 * around the record (`count`, `offset`, the key itself) is always present.
 */
export function selectable(schema: JsonObject): JsonObject {
  const properties = Object.entries((schema.properties ?? {}) as JsonObject)
  return { ...schema, properties: Object.fromEntries(properties.map(([name, one]) => [name, withoutRequired(one)])) }
}

/** The same schema, without `required` at any depth. */
const withoutRequired = (schema: unknown) => without(schema, (key, value) => key === 'required' && Array.isArray(value))

function without(schema: unknown, leaveOut: (key: string, value: unknown) => boolean): unknown {
  if (Array.isArray(schema)) return schema.map((one) => without(one, leaveOut))
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key, value]) => !leaveOut(key, value))
  return Object.fromEntries(kept.map(([key, value]) => [key, without(value, leaveOut)]))
}
