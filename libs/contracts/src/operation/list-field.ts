import { z } from 'zod'
import { GivenCurrencyCode, Id, Timestamp } from '../fields/common.ts'
import type { FilterKind } from './list-filter.ts'

/**
 * The schema of the values at a path, without optional and nullable.
 * @throws Error if there is no such field
 */
export function leafOf(schema: z.ZodType, path: string): { leaf: z.ZodType; nullable: boolean } {
  let nullable = false
  let leaf: unknown = schema
  const bare = () => {
    for (;;) {
      if (leaf instanceof z.ZodNullable) nullable = true
      if (leaf instanceof z.ZodOptional || leaf instanceof z.ZodNullable || leaf instanceof z.ZodLazy) leaf = leaf.unwrap()
      else if (leaf instanceof z.ZodArray) leaf = leaf.element
      else return
    }
  }
  for (const name of path.split('.')) {
    leaf = leaf instanceof z.ZodObject ? leaf.shape[name] : undefined
    if (leaf === undefined) throw new Error(`A list declares ${path}, which its records do not have`)
    bare()
  }
  return { leaf: leaf as z.ZodType, nullable }
}

/** The kind of a field's values. @throws Error for a field without plain values */
export function kindOf(schema: z.ZodObject, path: string): FilterKind {
  const { leaf, nullable } = leafOf(schema, path)
  if (leaf instanceof z.ZodEnum) return { kind: 'choice', choices: leaf.options as string[], nullable }
  if (leaf instanceof z.ZodNumber) return { kind: 'number', nullable }
  if (leaf instanceof z.ZodBoolean) return { kind: 'boolean', nullable }
  if (leaf.meta()?.format === Timestamp.meta()?.format) return { kind: 'date', nullable }
  if (leaf === Id) return { kind: 'id', nullable }
  if (leaf === GivenCurrencyCode) return { kind: 'text', nullable, anyCase: true }
  if (leaf instanceof z.ZodString) return { kind: 'text', nullable }
  throw new Error(`A list cannot filter by ${path}: it holds no plain values`)
}
