import type { PartReader } from './part-reader.ts'

/** A service's answer to one attempt. */
export interface Reply {
  status: number
  etag: string | undefined
  retry_after: string | undefined
  replayed: boolean
  /** The refusal in this reply is final: no attempt of the same request can take effect any more. */
  settled: boolean
  /** This refuses a wrongly guessed secret. */
  failed_guess: boolean
  /** The token of a new session: for a cookie, never for a body. */
  session_token: string | undefined
  /** Why the service could not answer (`overloaded`, `unavailable`, …), for replies of 500 and above. */
  failure: string | undefined
  /** The final JSON bytes; empty for a reply in parts. */
  data: Uint8Array
  /** Set if the reply comes in parts, because it does not fit into one message. */
  parts: PartReader | undefined
}

/** The whole body; reads all parts of a reply in parts. */
export async function textOf({ parts, data }: Pick<Reply, 'parts' | 'data'>): Promise<string> {
  if (!parts) return decoder.decode(data)
  const chunks: Uint8Array[] = []
  for await (const chunk of parts) chunks.push(chunk)
  return decoder.decode(Buffer.concat(chunks))
}

const decoder = new TextDecoder()
