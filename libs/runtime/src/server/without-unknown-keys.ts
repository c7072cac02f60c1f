import type { z } from 'zod'

type Keyed = Record<PropertyKey, unknown>

/**
 * A copy of the input without the keys that its schema does not know, according to the schema's issues; undefined if none of them
 * is about such a key.
 */
export function withoutUnknownKeys(input: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy = structuredClone(input)
  let removed = 0
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const holder = issue.path.reduce<unknown>((value, key) => (value as Keyed | undefined)?.[key], copy) as Keyed | undefined
    for (const key of issue.keys) if (holder && Object.hasOwn(holder, key) && delete holder[key]) removed++
  }
  return removed === 0 ? undefined : copy
}
