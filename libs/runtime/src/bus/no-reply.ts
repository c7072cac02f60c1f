/**
 * An attempt got no reply; the caller decides how to continue. `no-responders`: no replica was there to receive it; `gone`: the
 * replica that it was sent to has no subscription any more. Mostly it is dead, but it may be alive, cut off from NATS, and carry
 * out whatever it took.
 */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError'
  readonly reason: 'no-responders' | 'gone' | 'timeout' | 'disconnected'
  constructor(reason: NoReplyError['reason'], options?: ErrorOptions) {
    super(`no reply: ${reason}`, options)
    this.reason = reason
  }
}
