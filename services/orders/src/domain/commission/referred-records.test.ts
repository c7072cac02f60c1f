import { expect, it } from 'vitest'
import { referredRecords } from './referred-records.ts'

it.each([
  ['seller', 'sel_1', [{ kind: 'seller', id: 'sel_1' }]],
  ['product_type', 'ptyp_1', [{ kind: 'product_type', id: 'ptyp_1' }]],
  [
    'seller+product_category',
    'sel_1+pcat_2',
    [
      { kind: 'seller', id: 'sel_1' },
      { kind: 'product_category', id: 'pcat_2' },
    ],
  ],
] as const)('%s refers to %s', (reference, reference_id, records) => {
  expect(referredRecords(reference, reference_id)).toEqual(records)
})

it.each([
  ['seller', 'ptyp_1'],
  ['seller', 'sel_'],
  ['seller', 'sel_1+ptyp_1'],
  ['seller', `sel_${'1'.repeat(97)}`],
  ['product_category', 'pcat'],
  ['seller+product_type', 'sel_1'],
  ['seller+product_type', 'ptyp_1+sel_1'],
  ['seller+product_type', 'sel_1+ptyp_1+ptyp_2'],
  ['seller+product_category', 'sel_1+'],
] as const)('%s does not refer to %s', (reference, reference_id) => {
  expect(() => referredRecords(reference, reference_id)).toThrow(
    expect.objectContaining({ kind: 'invalid_data', message: 'Invalid reference id' }),
  )
})
