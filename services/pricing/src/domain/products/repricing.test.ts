import { expect, it } from 'vitest'
import type { ProductRecord, Repricing } from './product-record.ts'
import { isRepriced, isVariantRepriced, withRepricing } from './repricing.ts'

const NOW = 1_800_000_000_000
const [ENDED, UNDER_WAY] = [NOW - 1, NOW + 1]
/** The product once an op named `later` reprices these variants. */
const after = (repricing: readonly Repricing[], ...variantIds: string[]) =>
  withRepricing(
    { repricing } as unknown as ProductRecord,
    variantIds,
    { op: { text: 'later' }, deadline: NOW },
    new Date(NOW).toISOString(),
  )

it.each<[string, Omit<Repricing, 'op'>, string[]]>([
  ['of other variants', { until: ENDED, variant_ids: ['v_3'] }, ['v_3']],
  ['of some of these variants', { until: ENDED, variant_ids: ['v_1', 'v_3'] }, ['v_3']],
  ['of these variants', { until: ENDED, variant_ids: ['v_1', 'v_2'] }, []],
  ['of these variants, under way', { until: UNDER_WAY, variant_ids: ['v_1', 'v_2'] }, []],
  ['by an older replica', { until: ENDED }, ['v_1', 'v_2', 'v_3']],
])('a repricing leaves to a former one %s: %j %j', (_, former, left) => {
  const product = after([{ op: 'former', ...former }], 'v_1', 'v_2')
  const repriced = (op: string) => ['v_1', 'v_2', 'v_3'].filter((id) => isVariantRepriced(product, op, id))

  expect([repriced('former'), repriced('later')]).toEqual([left, ['v_1', 'v_2']])
  expect(isRepriced(product, 'former')).toBe(left.length > 0 || former.until === UNDER_WAY)
})

it('a change that reprices no variant keeps the very same product', () => {
  const product = { repricing: [{ op: 'former', until: ENDED, variant_ids: ['v_1'] }] } as unknown as ProductRecord
  const command = { op: { text: 'later' }, deadline: NOW }
  expect(withRepricing(product, [], command, new Date(NOW).toISOString())).toBe(product)
})
