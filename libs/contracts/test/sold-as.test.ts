import { describe, expect, it } from 'vitest'
import { soldAs } from '../src/pricing/sold-as.ts'

const shirt = (...titles: string[]) => {
  const options = titles.map((title, n) => ({ id: `opt_${n}`, title }))
  const values = titles.map((_, n) => ({ option_id: `opt_${n}`, value: `value ${n}` }))
  const sold = { product: { options, shipping_profile: null }, variant: { options: values, inventory_items: [] } }
  return soldAs(sold as never).variant_option_values
}

describe('the variant option values of a line item', () => {
  it('are keyed by option title, whatever its text', () => {
    expect(shirt('Size', '$where: 1', 'a.b', '')).toEqual({
      Size: 'value 0',
      '$where: 1': 'value 1',
      'a.b': 'value 2',
      '': 'value 3',
    })
  })

  it.each(['_bsontype', 'toBSON', 'toJSON', '__proto__', 'constructor', 'prototype'])('leave out the title %s', (title) => {
    const values = shirt(title, 'Size')
    expect(Object.getOwnPropertyNames(values)).toEqual(['Size'])
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
  })

  it('leave out values of options that the product no longer has', () => {
    const sold = {
      product: { options: [], shipping_profile: null },
      variant: { options: [{ option_id: 'opt_1', value: 'M' }], inventory_items: [] },
    }
    expect(soldAs(sold as never).variant_option_values).toEqual({})
  })
})
