import { z } from 'zod'
import { fieldsOf } from './field-schema.ts'
import { isRecord } from './free-form.ts'

/** A field that this audience must not see: null, whatever is stored. */
export const hidden = () => z.null().describe('Always null: not exposed here.')

/**
 * The fields of a record, or of each record of a list, that a schema declares, if the record has them: no other stored fields, at
 * any depth. A field that is `hidden` in the schema is null.
 */
export function declared<T>(schema: z.ZodType<T>, value: unknown): T {
  const record = schema instanceof z.ZodNullable ? schema.unwrap() : schema
  return (record instanceof z.ZodObject ? declaredIn(record, value) : value) as T
}

const isHidden = (field: z.ZodType | undefined): boolean =>
  field instanceof z.ZodNull || (field instanceof z.ZodOptional && field.unwrap() instanceof z.ZodNull)

function declaredIn(schema: z.ZodObject, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => declaredIn(schema, one))
  if (!isRecord(value)) return value
  const shown: Record<string, unknown> = {}
  for (const [name, { relation }] of fieldsOf(schema)) {
    const field = value[name]
    if (field === undefined) continue
    shown[name] = isHidden(schema.shape[name]) ? null : relation ? declaredIn(relation, field) : field
  }
  return shown
}
