import { conflict, notFound } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { changeEach, derivedOpId, type RecordCommand, unlessGone } from '../src/index.ts'

const command = (): RecordCommand => ({ op: derivedOpId(Date.now(), 'a'), deadline: Date.now() + 1000, fate: { is: 'open' } })

/** Changes three records, the second of which fails with this error. */
const changing = (of: RecordCommand, refusal: Error) => {
  const changed: string[] = []
  const done = changeEach(['a', 'b', 'c'], of, async (id, own) => {
    if (id === 'b') return unlessGone(refusal)
    if (own.fate) own.fate.is = 'applied'
    changed.push(id)
  })
  return done.then(
    () => changed,
    (error: unknown) => error,
  )
}

describe('changing several records for one request', () => {
  it('skips one that was deleted in the meantime', async () => {
    const one = command()
    expect(await changing(one, notFound('Customer with id: b not found'))).toEqual(['a', 'c'])
    expect(one.fate).toEqual({ is: 'applied' })
  })

  it('fails for any other reason, after the others are changed', async () => {
    for (const refusal of [conflict('busy'), new Error('broken')]) expect(await changing(command(), refusal)).toBe(refusal)
  })
})
