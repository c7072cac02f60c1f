import { invalidData } from '@souk/contracts'
import type { Reply } from '@souk/runtime'

type Header = string | string[] | undefined

/** Whether the client already has the current record (RFC 9110, 13.1.2: weak comparison, `*` for any). */
export function isAtHand(header: Header, { status, etag }: Pick<Reply, 'status' | 'etag'>): boolean {
  if (header === undefined || etag === undefined || status !== 200) return false
  const tags = String(header)
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

/** @throws invalid_data for `If-None-Match` of a change: ids are chosen by the server, so it would be meaningless */
export function assertNoCondition(isChange: boolean, header: Header) {
  if (header !== undefined && isChange) throw invalidData('If-None-Match is for reads: send If-Match with a change')
}
