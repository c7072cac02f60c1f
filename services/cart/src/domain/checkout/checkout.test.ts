import { invalidData, OperationError, unavailable } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { errorOf, PaymentProblem, refusalOf } from './checkout.ts'

const again = new OperationError('conflict', 'Please try again', { retry_after: 1 })

describe('the refusal of a checkout', () => {
  it.each([
    ['a final one', invalidData('Insufficient balance', { code: 'insufficient' })],
    ['one for now', again],
    ['a failure on our side', unavailable()],
  ])('is answered as it was made: %s', (_kind, error) => {
    const { kind, code, message, retry_after } = error
    expect(errorOf(refusalOf(error))).toMatchObject({ kind, code, message, retry_after })
  })

  it('is answered with the cart if the payment was not authorized, and says nothing of what was unforeseen', () => {
    expect(errorOf(refusalOf(new PaymentProblem('Declined', 'declined')))).toMatchObject({
      message: 'Declined',
      type: 'declined',
    })
    expect(errorOf(refusalOf(new Error('secret')))).toMatchObject({ kind: 'unexpected', message: '' })
  })

  it('is final if an earlier version recorded it', () => {
    const { retry_after: _, ...before } = refusalOf(again)
    expect(errorOf(before)).toMatchObject({ kind: 'conflict', retry_after: undefined })
  })
})
