/** In place of a part number: tells the reader that the reply is broken. */
export const BROKEN = -1
/** Likewise: tells the reader that the next part is being made. */
export const IN_THE_MAKING = -2

export class BrokenReplyError extends Error {
  override readonly name = 'BrokenReplyError'
}
