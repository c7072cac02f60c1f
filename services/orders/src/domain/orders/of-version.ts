/** A line of an order, or a shipping method; as far as it was read. */
interface Adjusted {
  adjustments?: readonly object[] | undefined
}

/** With adjustments that are of this version of the order; the very same where they are already. Each version has all of them. */
export function ofVersion<Line extends Adjusted>(line: Line, version: number): Line {
  const { adjustments = [] } = line
  if (areOf(adjustments, version)) return line
  return { ...line, adjustments: adjustments.map((one) => ({ ...one, version, deleted_at: null })) }
}

/** The same of the credit lines of an order. */
export const creditOfVersion = <Line extends object>(lines: readonly Line[], version: number) =>
  (areOf(lines, version) ? lines : lines.map((one) => ({ ...one, version }))) as (Line & { version: number })[]

const areOf = (records: readonly object[], version: number) => records.every((one) => Reflect.get(one, 'version') === version)
