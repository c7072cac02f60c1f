import { seededCustomers } from '../seed/customers.ts'

const DOCUMENT_BYTES = 2048
export const DOCUMENTS = 'documents'
export const BENCH_DATABASE = 'souk_bench'

/** A customer's record, its note as long as it takes to make the JSON text exactly 2 KB. */
export function sampleDocument(id: string) {
  const record = { ...seededCustomers[0]!, id, revision: 1, note: '' }
  const missing = DOCUMENT_BYTES - JSON.stringify(record).length
  if (missing < 0) throw new Error('the seeded customer is larger than 2 KB')
  return { ...record, note: 'x'.repeat(missing) }
}
