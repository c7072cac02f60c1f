import type { PartReader } from './reply-parts.ts'

/** A service's answer to one attempt. */
export interface Reply {
  status: number
  etag: string | undefined
  retry_after: string | undefined
  replayed: boolean
  /** The refusal that this carries is final: no attempt of the same request can be carried out any more. */
  settled: boolean
  /** The refusal of a secret that was guessed wrong. */
  failed_guess: boolean
  /** The token of a session that begins: for a cookie, never for a body. */
  session_token: string | undefined
  /** Why the service could not answer (`overloaded`, `unavailable`, …), for replies of 500 and above. */
  failure: string | undefined
  /** The final JSON bytes; of a reply in parts, none. */
  data: Uint8Array
  /** Set when the reply comes in parts: more than one message can hold. */
  parts: PartReader | undefined
}
