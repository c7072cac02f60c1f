/**
 * Why an attempt got no answer; the caller decides how to go on. `no-responders`: nobody was there to take it; `gone`: the
 * replica that it was sent to is not there any more.
 */
export class NoReplyError extends Error {
  override readonly name = 'NoReplyError'
  readonly reason: 'no-responders' | 'gone' | 'timeout' | 'disconnected'
  constructor(reason: NoReplyError['reason'], options?: ErrorOptions) {
    super(`no reply: ${reason}`, options)
    this.reason = reason
  }
}
