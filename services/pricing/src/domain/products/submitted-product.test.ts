import { DEFAULT_CONFIGURATION, forbidden, notAllowed } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { configurationOf } from '../configuration-rules/configuration.ts'
import { statusOfProposed, submittedProduct } from './submitted-product.ts'

const TRUSTING = { ...DEFAULT_CONFIGURATION, require_product_approval: false }
const CLOSED = { ...DEFAULT_CONFIGURATION, product_request_enabled: false }
const refusal = forbidden('Products cannot be proposed: the marketplace has disabled product requests')

it('the configuration in force is that of the rules, and the defaults of the other types', () => {
  expect(configurationOf([])).toEqual(DEFAULT_CONFIGURATION)
  expect(configurationOf([{ rule_type: 'require_product_approval', is_enabled: false }])).toEqual(TRUSTING)
})

describe('a product that its seller proposes', () => {
  it('waits for approval, or is published at once if none is required', () => {
    expect(statusOfProposed(DEFAULT_CONFIGURATION)).toBe('proposed')
    expect(statusOfProposed(TRUSTING)).toBe('published')
    expect(statusOfProposed({ ...TRUSTING, product_request_enabled: false })).toBe('published')
  })

  it('is refused if approval is required, but requests are disabled', () => {
    expect(() => statusOfProposed(CLOSED)).toThrow(refusal)
    expect(() => submittedProduct({ status: 'proposed' }, { status: 'draft' }, CLOSED)).toThrow(refusal)
  })

  it.each([
    ['proposed', 'draft', 'published'],
    ['proposed', 'rejected', 'published'],
    ['proposed', 'published', 'published'],
    ['proposed', 'proposed', 'proposed'],
    ['draft', 'proposed', 'draft'],
    ['draft', 'published', 'draft'],
    ['published', 'draft', 'published'],
    ['published', 'proposed', 'published'],
    ['published', 'rejected', 'published'],
    ['published', 'published', 'published'],
  ] as const)('%s after %s becomes %s without approval', (status, before, after) => {
    expect(submittedProduct({ status }, { status: before }, TRUSTING)).toEqual({ status: after })
  })

  it('is not published by its seller if approval is required', () => {
    for (const status of ['draft', 'proposed', 'rejected', 'published'] as const)
      expect(() => submittedProduct({ status: 'published' }, { status }, DEFAULT_CONFIGURATION)).toThrow(
        notAllowed('This feature is disabled!'),
      )
  })

  it('stays the same product if its status does not change', () => {
    const before = { status: 'published' } as const
    expect(submittedProduct({ status: 'published' }, before, TRUSTING)).toBe(before)
  })

  it('may go on waiting and be withdrawn while requests are disabled', () => {
    expect(submittedProduct({ status: 'proposed' }, { status: 'proposed' }, CLOSED)).toEqual({ status: 'proposed' })
    expect(submittedProduct({ status: 'draft' }, { status: 'proposed' }, CLOSED)).toEqual({ status: 'draft' })
  })
})
