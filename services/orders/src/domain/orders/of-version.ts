/** A line or a shipping method of an order, as far as it was read. */
interface Adjusted {
  adjustments?: readonly object[] | undefined
}

/**
 * The line with its adjustments marked as of this version; the same object if they already are. Each version has all adjustments.
 */
export function ofVersion<Line extends Adjusted>(line: Line, version: number): Line {
  const { adjustments = [] } = line
  if (areOf(adjustments, version)) return line
  return { ...line, adjustments: adjustments.map((one) => ({ ...one, version, deleted_at: null })) }
}

/** The same for the credit lines of an order. */
export const creditOfVersion = <Line extends object>(lines: readonly Line[], version: number) =>
  (areOf(lines, version) ? lines : lines.map((one) => ({ ...one, version }))) as (Line & { version: number })[]

const areOf = (records: readonly object[], version: number) => records.every((one) => Reflect.get(one, 'version') === version)
