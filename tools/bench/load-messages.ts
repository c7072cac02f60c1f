import { z } from 'zod'

/** One request as it goes over the wire; the body is JSON text. */
export const BenchRequest = z.object({
  method: z.enum(['GET', 'POST', 'DELETE']),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
})
export type BenchRequest = z.infer<typeof BenchRequest>

/** The requests to send: each connection works through its own, again and again, at most `max_laps` times. */
export const Order = z.object({
  type: z.literal('run'),
  url: z.url(),
  slices: z.array(z.array(BenchRequest).min(1)).min(1),
  max_laps: z.number().positive().nullable().describe('Null: without end'),
  warmup_ms: z.number().nonnegative(),
  measure_ms: z.number().positive(),
})
export type Order = z.infer<typeof Order>

export const Measured = z.object({
  requests: z.int(),
  seconds: z.number(),
  /** All in ms. */
  latency: z.object({ p50: z.number(), p90: z.number(), p99: z.number(), max: z.number() }),
  statuses: z.record(z.string(), z.int()),
  /** Of all answers together, heads included. */
  bytes: z.int(),
  errors: z.int().describe('Connections that broke and requests without an answer'),
  ran_out: z.boolean().describe('A connection had sent all it may before the time was over'),
})
export type Measured = z.infer<typeof Measured>

/** The load generator's report: warm-up is over; the measurement is over. */
export const Report = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('measuring') }),
  z.object({ type: z.literal('measured'), measured: Measured }),
])
export type Report = z.infer<typeof Report>
