import { OperationError } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { createLookupLimit } from '../src/lookup-limit.ts'

function fail(limit: ReturnType<typeof createLookupLimit>, cart: string, times: number) {
  for (let n = 0; n < times; n++) {
    limit.assertAllowed(cart)
    limit.countFailure(cart)
  }
}

describe('lookup limit', () => {
  it('allows 20 failures a minute, says when to come back, and begins anew then', () => {
    let now = 0
    const limit = createLookupLimit({ now: () => now })
    fail(limit, 'cart_1', 20)
    now = 59_500

    const refusal = thrownBy(() => limit.assertAllowed('cart_1'))

    expect(refusal).toMatchObject({ kind: 'rate_limited', retry_after: 1 })
    now = 60_000
    expect(() => fail(limit, 'cart_1', 20)).not.toThrow()
  })

  it('counts each cart alone', () => {
    const limit = createLookupLimit({ now: () => 0 })
    fail(limit, 'cart_1', 20)

    expect(() => limit.assertAllowed('cart_2')).not.toThrow()
  })

  it('remembers no more carts than it may', () => {
    const limit = createLookupLimit({ max: 1, carts: 2, now: () => 0 })
    for (const cart of ['cart_1', 'cart_2', 'cart_3']) limit.countFailure(cart)

    expect(() => limit.assertAllowed('cart_1')).not.toThrow()
    expect(() => limit.assertAllowed('cart_2')).toThrow(OperationError)
    expect(() => limit.assertAllowed('cart_3')).toThrow(OperationError)
  })
})

function thrownBy(call: () => void): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  return undefined
}
