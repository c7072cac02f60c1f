import type { MadeBytes } from './answer-bytes.ts'

/**
 * The reply to one message, with its headers: a handler's answer, or a refusal. `Reply` is the same as the caller receives it.
 */
export interface ServiceReply extends Omit<MadeBytes, 'digest'> {
  status: number
  etag?: string
  /** The token of a new session. */
  session_token?: string
  /** Seconds; only in refusals. */
  retry_after?: number
  /** Why the service failed; set for 500 and above only. */
  error?: string
  /** Set if this repeats the answer to an earlier request with the same Idempotency-Key. */
  replayed?: boolean
  /** Set for a final refusal: no attempt of the same request can take effect any more. */
  settled?: boolean
  /** Set if a secret was guessed wrong; not for the repeat of a kept refusal. */
  failed_guess?: boolean
}
