import { seededCustomers } from '../seed/customers.ts'

export const DOCUMENTS = 'documents'
export const BENCH_DATABASE = 'souk_bench'

/** The lengths of the echoes of (b), in bytes; the longer ones are as long as the answers of operations are. */
export const ECHOES = { b: 2048, 'b-cart': 13_000, 'b-preview': 55_000 } as const

const [{ addresses, ...customer }] = seededCustomers as [(typeof seededCustomers)[number]]

/** The record of a customer with one address, its note as long as it takes to make the JSON text exactly so long. */
export function sampleDocument(id: string, bytes: number = ECHOES.b) {
  const record = { ...customer, addresses: addresses.slice(0, 1), id, revision: 1, note: '' }
  const missing = bytes - JSON.stringify(record).length
  if (missing < 0) throw new Error(`the seeded customer is larger than ${bytes} bytes`)
  return { ...record, note: 'x'.repeat(missing) }
}
