import type { Operation } from '@souk/contracts'
import { expect, vi } from 'vitest'
import { asAdmin } from './as-admin.ts'
import type { PricingUnderTest } from './service.ts'

interface Kind {
  begin: Operation
  get: Operation
  part: Operation
  /** The key of the record in answers. */
  key: string
}

/** Exports of one kind, begun by administrators and read by the gateway. */
export function exportedFiles(service: () => PricingUnderTest, { begin, get, part: getPart, key }: Kind) {
  const send = asAdmin(service)
  const part = (export_id: string, n: number) =>
    service().send(getPart, { actor: { type: 'service', id: 'gateway' }, body: { export_id, part: n } })
  const done = (id: string) =>
    vi.waitFor(async () => {
      const found = (await send(get, id)).body[key]
      if (found.status !== 'done') throw new Error(`the export is ${found.status}`)
      return found
    })
  async function fileOf(id: string): Promise<string> {
    let text = ''
    for (let next: number | null = 0; next !== null; ) {
      const { body } = await part(id, next)
      text += body.text
      next = body.next
    }
    return text
  }
  /** The record of an export that is done, and its file. */
  async function exported(query: string) {
    const { status, body } = await send(begin, undefined, { query })
    expect([status, body]).toEqual([202, { transaction_id: expect.stringMatching(/^[ip]exp_/) }])
    return { found: await done(body.transaction_id), text: await fileOf(body.transaction_id) }
  }
  return { part, done, fileOf, exported }
}
