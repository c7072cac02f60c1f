/** The trace that a request belongs to, from its `traceparent` header (W3C Trace Context); undefined without a valid one. */
export function traceIdOf(traceparent: unknown): string | undefined {
  return typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined
}

/** Later versions may append fields. Version `ff`, and ids of zeros alone, are invalid. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|(?<!^00.{53})-[!-~]{0,200}$)/
