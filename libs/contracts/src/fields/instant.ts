import { z } from 'zod'

const isoDateTime = z.iso.datetime({ offset: true, local: true })
const isoDate = z.iso.date()
const HAS_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/
const MONTH_FIRST = /^(\d\d)[-/](\d\d)[-/](\d{4})$/

/**
 * UTC with milliseconds, as timestamps are stored; a date means its first moment, and a time without a zone is in UTC. Accepts
 * `01-26-1990` and `01/26/1990`, too, which clients of the peers send. Undefined for anything else.
 */
export function instantOf(given: string): string | undefined {
  const text = given.replace(MONTH_FIRST, '$3-$1-$2')
  if (isoDate.safeParse(text).success) return new Date(text).toISOString()
  if (!isoDateTime.safeParse(text).success) return undefined
  return new Date(HAS_ZONE.test(text) ? text : `${text}Z`).toISOString()
}
