import type { MadeBytes } from './answer-bytes.ts'

/**
 * The reply to one message, with its headers: a handler's answer, or a refusal. `Reply` is the same as the caller receives it.
 */
export interface ServiceReply extends MadeBytes {
  status: number
  etag?: string
  /** The token of a session that begins. */
  session_token?: string
  /** Seconds, of a refusal. */
  retry_after?: number
  /** Why the service failed; set for 500 and above only. */
  error?: string
  /** Set when this answers a repeat with the answer to the first request. */
  replayed?: boolean
  /** Set for a refusal that is final: no attempt of the same request can be carried out any more. */
  settled?: boolean
  /** Set when a secret was guessed wrong; not for the repeat of a kept refusal. */
  failed_guess?: boolean
}
