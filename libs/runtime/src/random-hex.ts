import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(8192)
let used = pool.length

/** Random bytes as hex text, from a pool: fetching many at once from the system costs a tenth. @param size bytes, at most 64 */
export function randomHex(size: number): string {
  if (used + size > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const text = pool.toString('hex', used, used + size)
  used += size
  return text
}
