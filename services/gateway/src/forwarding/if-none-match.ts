import { invalidData, mutates, type Operation } from '@souk/contracts'
import type { Reply } from '@souk/runtime'

type Header = string | string[] | undefined

/** A client that has the current record need not be sent it again (RFC 9110, 13.1.2: weak comparison, `*` for any). */
export function isAtHand(header: Header, { status, etag }: Pick<Reply, 'status' | 'etag'>): boolean {
  if (header === undefined || etag === undefined || status !== 200) return false
  const tags = String(header)
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

/** @throws invalid_data for a condition of a change: ids are ours, so that there is nothing it could ask for */
export function assertNoCondition(operation: Operation, header: Header) {
  if (header !== undefined && mutates(operation)) throw invalidData('If-None-Match is for reads: send If-Match with a change')
}
