import { describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { AT, aCart, aContext, aLine, aQuote, aQuotedLine, LATER, vat19 } from '../../../test/builders.ts'
import { linesAnew } from './change-lines.ts'
import { planLines } from './plan-lines.ts'
import { covers, reprice } from './reprice.ts'

describe('planLines', () => {
  const shirt = aLine({ id: 'cali_1', variant_id: 'v1', quantity: 2, metadata: null })
  const engraved = aLine({ id: 'cali_2', variant_id: 'v1', quantity: 1, metadata: { text: 'A', font: { size: 2 } } })

  it.each([
    ['no metadata', { variant_id: 'v1', quantity: 3 }, [5, 1]],
    ['empty metadata', { variant_id: 'v1', quantity: 3, metadata: {} }, [5, 1]],
    ['equal metadata in another order', { variant_id: 'v1', quantity: 3, metadata: { font: { size: 2 }, text: 'A' } }, [2, 4]],
    ['other metadata', { variant_id: 'v1', quantity: 3, metadata: { text: 'B' } }, [2, 1, 3]],
    ['another variant', { variant_id: 'v2', quantity: 3 }, [2, 1, 3]],
  ])('%s', (_what, input, quantities) => {
    expect(planLines([shirt, engraved], [input]).map(({ quantity }) => quantity)).toEqual(quantities)
  })

  it('does not merge into a line with a custom price', () => {
    expect(planLines([{ ...shirt, is_custom_price: true }], [{ variant_id: 'v1', quantity: 3 }])).toHaveLength(2)
  })

  it('rejects the 501st line, naming the limit', () => {
    const full = Array.from({ length: 500 }, (_, n) => aLine({ variant_id: `v${n}` }))

    expect(planLines(full, [{ variant_id: 'v7', quantity: 1 }])).toHaveLength(500)
    expect(() => planLines(full, [{ variant_id: 'new', quantity: 1 }])).toThrow('A cart holds at most 500 items')
  })

  it('rejects a line of more than 2^31 - 1 units, even if merging makes it so large', () => {
    const much = [aLine({ variant_id: 'v', quantity: 2 ** 31 - 1, metadata: null })]

    expect(() => planLines(much, [{ variant_id: 'v', quantity: 1 }])).toThrow('A line holds at most 2147483647 units')
  })
})

describe('reprice', () => {
  const cart = aCart({
    lines: [aQuotedLine({ quantity: 2, tax_lines: [vat19] }), aQuotedLine({ variant_id: ids.second_variant })],
  })
  const add = (quantity: number) => planLines(cart.items, [{ variant_id: ids.variant, quantity }])
  const repriced = (quoted: Parameters<typeof aQuotedLine>[0][], lines = add(1), from = cart) =>
    reprice(from, { lines, quote: aQuote(quoted.map((line) => aQuotedLine(line))), shipping_option_ids: [] }, aContext())

  it('gives the merged line its new price, and keeps its id and the ids of its tax lines', () => {
    const [line, other] = repriced([{ quantity: 3, unit_price: 15, compare_at_unit_price: 20, tax_lines: [vat19] }]).items

    expect(line).toMatchObject({
      quantity: 3,
      unit_price: 15,
      compare_at_unit_price: 20,
      subtotal: 45,
      tax_total: 8.55,
      total: 53.55,
      created_at: AT,
      updated_at: LATER,
    })
    expect(line).toMatchObject({ id: cart.items[0]!.id, tax_lines: [{ id: cart.items[0]!.tax_lines[0]!.id, total: 8.55 }] })
    expect(other).toBe(cart.items[1])
  })

  it('updates lines that the quote changes; unquoted and unchanged lines stay the same objects', () => {
    const lines = add(1)
    const changed = repriced([{ quantity: 3 }, { variant_id: ids.second_variant, unit_price: 30 }], lines).items[1]
    const same = repriced([{ quantity: 3 }, { variant_id: ids.second_variant }], lines).items[1]

    expect(changed).toMatchObject({ unit_price: 30, total: 30, updated_at: LATER })
    expect(same).toBe(cart.items[1])
  })

  it('keeps the texts of present lines, and whether they are discounted and shipped, when their product changes', () => {
    const [shirt, other] = cart.items
    const from = { ...cart, items: [{ ...shirt!, product_subtitle: null }, other!] }
    const { product, variant } = aQuotedLine({ quantity: 3 })
    const renamed = { ...product, title: 'New', type_id: 'ptyp_new', discountable: false, is_giftcard: true, subtitle: 'Sub' }
    const quoted = { quantity: 3, product: renamed, variant: { ...variant, sku: 'NEW', title: 'New' } }

    const [line] = repriced(
      [quoted, { variant_id: ids.second_variant }],
      planLines(from.items, [{ variant_id: ids.variant, quantity: 1 }]),
      from,
    ).items

    const { title, subtitle, thumbnail, product_title, product_type_id, variant_sku, variant_title, is_discountable } = shirt!
    expect(shirt).toMatchObject({ title: product.title, product_type_id: expect.stringMatching(/^ptyp_/), is_giftcard: false })
    expect(line).toMatchObject({
      ...{ title, subtitle, thumbnail, product_title, variant_sku, variant_title, is_discountable, quantity: 3 },
      ...{ variant_option_values: shirt!.variant_option_values, requires_shipping: shirt!.requires_shipping },
      // Lacking at the line's creation, and following the product.
      ...{ product_type_id, product_subtitle: 'Sub', is_giftcard: true },
    })
    expect(line!.product!.value).toMatchObject({ title: 'New' })
  })

  it('gives a new line the present texts, and lines of an earlier version those that they lack', () => {
    const { title: _title, variant_sku: _sku, ...older } = cart.items[0]!
    const from = { ...cart, items: [older as (typeof cart.items)[number]] }
    const product = { ...aQuotedLine().product, title: 'New' }
    const lines = planLines(from.items, [
      { variant_id: ids.variant, quantity: 1 },
      { variant_id: ids.second_variant, quantity: 1 },
    ])

    const { items } = repriced(
      [
        { quantity: 3, product },
        { variant_id: ids.second_variant, product },
      ],
      lines,
      from,
    )

    expect(items.map(({ title }) => title)).toEqual(['New', 'New'])
    expect(items[0]).toMatchObject({ variant_sku: aQuotedLine().variant.sku, product_title: cart.items[0]!.product_title })
  })

  it('keeps a custom price', () => {
    const custom = { ...cart, items: cart.items.map((item) => ({ ...item, is_custom_price: true, unit_price: 3 })) }

    const [line] = repriced([{ quantity: 2, unit_price: 99, tax_lines: [vat19] }], planLines(custom.items, []), custom).items

    expect(line).toMatchObject({ unit_price: 3, subtotal: 6, total: 7.14 })
  })

  it('updates the requested shipping methods, and removes those whose option is gone or has no price', () => {
    const methods = ['so_1', 'so_gone', 'so_free', 'so_other', null].map((shipping_option_id, n) => ({
      ...method,
      id: `casm_${n}`,
      shipping_option_id,
    }))
    const option = {
      id: 'so_1',
      name: 'Faster',
      amount: 12,
      is_tax_inclusive: false,
      data: null,
      provider_id: null,
      seller_id: null,
      shipping_profile_id: null,
      shipping_option_type_id: null,
      tax_lines: [vat19],
    }
    const quote = aQuote([aQuotedLine({ quantity: 3, tax_lines: [vat19] })], {
      shipping_options: [option, { ...option, id: 'so_free', amount: null }],
    })

    const { shipping_methods } = reprice(
      { ...cart, shipping_methods: methods },
      { lines: add(1), quote, shipping_option_ids: ['so_1', 'so_gone', 'so_free'] },
      aContext(),
    )

    expect(shipping_methods.map(({ id }) => id)).toEqual(['casm_0', 'casm_3', 'casm_4'])
    expect(shipping_methods[0]).toMatchObject({
      name: 'Faster',
      amount: 12,
      total: 14.28,
      tax_lines: [{ code: 'VAT19', total: 2.28, shipping_method_id: 'casm_0' }],
    })
    expect(shipping_methods[1]).toMatchObject({ amount: 10, total: 10 })
  })

  it('covers lines that need a new price only if they are quoted, even when their quantity stays', () => {
    const [shirt, cap] = [aQuotedLine({ quantity: 2 }), aQuotedLine({ variant_id: ids.second_variant })]
    expect(covers(aQuote([shirt]), linesAnew(cart.items))).toBe(false)
    expect(covers(aQuote([shirt, cap]), linesAnew(cart.items))).toBe(true)
  })

  it('covers new and changed lines only if they are quoted in their new quantity', () => {
    expect(covers(aQuote([aQuotedLine({ quantity: 3 })]), add(1))).toBe(true)
    expect(covers(aQuote([aQuotedLine({ quantity: 2 })]), add(1))).toBe(false)
    expect(covers(aQuote([]), planLines(cart.items, [{ variant_id: 'new', quantity: 1 }]))).toBe(false)
  })
})

const method = {
  cart_id: 'cart_1',
  name: 'Standard',
  description: null,
  amount: 10,
  is_tax_inclusive: false,
  is_custom_amount: false,
  data: null,
  metadata: null,
  tax_lines: [],
  adjustments: [],
  original_total: 10,
  original_subtotal: 10,
  original_tax_total: 0,
  total: 10,
  subtotal: 10,
  tax_total: 0,
  discount_total: 0,
  discount_subtotal: 0,
  discount_tax_total: 0,
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
}
