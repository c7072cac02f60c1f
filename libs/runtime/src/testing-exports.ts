import type { Actor, Operation } from '@souk/contracts'
import { expect, vi } from 'vitest'

interface Under {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  send: (operation: Operation, options: object) => Promise<{ status: number; body: any }>
}

interface Kind {
  begin: Operation
  get: Operation
  part: Operation
  /** The key of the record in answers. */
  key: string
}

/** A worker holds a file for a minute and a half before another one goes on with it. */
const DONE = { timeout: 150_000 }

const ADMIN: Actor = { type: 'user', id: 'user_1', identity_id: null }

/** Exports of one kind, begun by administrators and read by the gateway. @param service the one that writes them */
export function exportedFiles(service: () => Under, { begin, get, part: getPart, key }: Kind) {
  const part = (export_id: string, n: number) =>
    service().send(getPart, { actor: { type: 'service', id: 'gateway' }, body: { export_id, part: n } })
  const done = (id: string) =>
    vi.waitFor(async () => {
      const found = (await service().send(get, { actor: ADMIN, params: { id } as never })).body[key]
      if (found.status !== 'done') throw new Error(`the export is ${found.status}`)
      return found
    }, DONE)
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
    const { status, body } = await service().send(begin, { actor: ADMIN, query })
    expect([status, body]).toEqual([202, { transaction_id: expect.stringMatching(/^[iop]exp_/) }])
    return { found: await done(body.transaction_id), text: await fileOf(body.transaction_id) }
  }
  return { part, done, fileOf, exported }
}
