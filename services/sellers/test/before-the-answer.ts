import { findApiKey } from '@souk/contracts'
import { type AccessKey, createLogger, watchAccessBucket } from '@souk/runtime'
import { expect, vi } from 'vitest'
import type { startSellers } from './service.ts'

type Sellers = Pick<Awaited<ReturnType<typeof startSellers>>, 'bus' | 'call' | 'deps'>

/**
 * Expects that an operation is not answered before the `access` bucket has an entry of this key, and that a gateway hears of it
 * whose copy of the bucket is an older one.
 * @returns the answer, and the entry as that gateway has it
 */
export async function toldBeforeAnswered<T, Value>(service: Sellers, key: AccessKey<Value>, act: () => Promise<T>) {
  const bucket = watchAccessBucket(service.bus, createLogger('test', 'silent'))
  await vi.waitFor(() => expect(bucket.complete).toBe(true))
  const before = JSON.stringify(bucket.get(key))
  const { access } = service.deps
  const { write } = access
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const writing = vi.spyOn(access, 'write').mockImplementation(async (...args) => {
    await held
    await write(...args)
  })
  let isAnswered = false
  const answering = act().finally(() => {
    isAnswered = true
  })
  try {
    await vi.waitFor(() => expect(writing.mock.calls.map(([written]) => written)).toContain(key))
    // An answer that did not wait for the write would have come before that of a request sent later.
    await service.call(findApiKey, { body: { token_sha256: '0'.repeat(64) } })
    expect(isAnswered).toBe(false)
  } finally {
    writing.mockRestore()
    release()
  }
  const answer = await answering
  await vi.waitFor(() => expect(JSON.stringify(bucket.get(key))).not.toBe(before))
  bucket.stop()
  return { answer, entry: bucket.get(key) }
}
