import { isRecord } from '../fields/free-form.ts'

/** Counts the records inside a value, each as often as it is shown. A shared record is only traversed once. */
export function weigher() {
  const weights = new WeakMap<object, number>()

  return function weightOf(value: unknown): number {
    if (!Array.isArray(value) && !isRecord(value)) return 0
    const known = weights.get(value)
    if (known !== undefined) return known
    const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
    const weight = parts.reduce<number>((sum, part) => sum + weightOf(part), Array.isArray(value) ? 0 : 1)
    weights.set(value, weight)
    return weight
  }
}
