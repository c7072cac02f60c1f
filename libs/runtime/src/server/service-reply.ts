import type { MadeBytes } from './answer-bytes.ts'

/** What goes out for one message: what a handler answered, or a refusal, with what its headers say. `Reply` is the same as it arrives. */
export interface ServiceReply extends MadeBytes {
  status: number
  etag?: string
  /** Of a session that begins. */
  session_token?: string
  /** Seconds, of a refusal. */
  retry_after?: number
  /** Why the service failed; set for 500 and above only. */
  error?: string
  /** Set when this answers a repeat with what was answered the first time. */
  replayed?: boolean
  /** Set for a refusal that is final: no attempt of the same request can be carried out any more. */
  settled?: boolean
  /** Set when a secret was guessed wrong; not for the repeat of a kept refusal. */
  failed_guess?: boolean
}
