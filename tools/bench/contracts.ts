import { defineOperation } from '@souk/contracts'
import { z } from 'zod'

/** A service of the benchmark's own: requests to another one's name would go to that one's replicas. */
export const BENCH_SERVICE = 'bench' as 'sellers'
const shared = { service: BENCH_SERVICE, response: z.unknown() } as const

/** The bare path: the cost of any operation before its service does anything. */
export const benchEcho = defineOperation({
  ...shared,
  name: 'bench-echo',
  method: 'GET',
  path: '/store/bench/echo/:bytes',
  summary: 'Answers the same text of so many bytes',
  params: z.object({ bytes: z.string() }),
})

/** The bare path and one read. */
export const benchRead = defineOperation({
  ...shared,
  name: 'bench-read',
  method: 'GET',
  path: '/store/bench/documents/:id',
  summary: 'Reads one document',
  params: z.object({ id: z.string() }),
})

/** The bare path and one write. */
export const benchWrite = defineOperation({
  ...shared,
  name: 'bench-write',
  method: 'POST',
  path: '/store/bench/documents/:id',
  summary: 'Updates one document, provided it is at the revision seen last',
  params: z.object({ id: z.string() }),
  body: z.strictObject({ note: z.string() }),
})

export const benchOperations = [benchEcho, benchRead, benchWrite]
