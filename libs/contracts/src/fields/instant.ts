import { z } from 'zod'

const isoDateTime = z.iso.datetime({ offset: true, local: true })
const isoDate = z.iso.date()
const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/
const MONTH_FIRST = /^(\d\d)[-/](\d\d)[-/](\d{4})$/
const FIRST = Date.parse('0000-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * UTC with milliseconds, as timestamps are stored; a date means its first moment, and a time without a zone is in UTC. What is
 * before the year 0 or after 9999 in UTC becomes its first or last moment: texts with signed years do not sort by time. Accepts
 * `01-26-1990` and `01/26/1990`, too, which clients of the peers send. Undefined for anything else.
 */
export function instantOf(given: string): string | undefined {
  const text = given.replace(MONTH_FIRST, '$3-$1-$2')
  if (isoDate.safeParse(text).success) return new Date(text).toISOString()
  if (!isoDateTime.safeParse(text).success) return undefined
  const time = Date.parse(HAS_ZONE.test(text) ? text : `${text}Z`)
  return new Date(Math.min(Math.max(time, FIRST), LAST)).toISOString()
}
