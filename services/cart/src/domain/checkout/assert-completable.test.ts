import { describe, expect, it } from 'vitest'
import { aPayableCart, aQuotedLine } from '../../../test/builders.ts'
import { assertOpenSellers, assertShipped, payingSession } from './assert-completable.ts'

/** A seller (null: the marketplace) and a shipping profile. */
type Owned = [seller_id: string | null, shipping_profile_id: string | null]
const owned = (kind: string) => (of: Owned, n: number) => ({ id: `${kind}_${n}`, seller_id: of[0], shipping_profile_id: of[1] })

/** Whether a cart with these goods and these shipping methods counts as shipped. */
function isShipped(goods: Owned[], methods: Owned[], lines_with: object = {}): boolean {
  const lines = goods.map(() => aQuotedLine())
  const cart = aPayableCart({ lines }, { lines_with: goods.map((_, n) => ({ variant_id: `variant_${n}`, ...lines_with })) })
  const shipping_methods = methods.map((_, n) => ({ ...cart.shipping_methods[0]!, shipping_option_id: `so_${n}` }))
  const facts = { sales_channel: null, variants: goods.map(owned('variant')), shipping_options: methods.map(owned('so')) }
  try {
    assertShipped({ ...cart, shipping_methods }, facts)
    return true
  } catch {
    return false
  }
}

describe('a cart is shipped', () => {
  it.each<[string, Owned[], Owned[], boolean]>([
    ['where its seller sends it', [['sel_a', 'sp_1']], [['sel_a', 'sp_1']], true],
    ['where the marketplace sends it', [['sel_a', 'sp_1']], [[null, 'sp_1']], true],
    ['not where another seller sends it', [['sel_a', 'sp_1']], [['sel_b', 'sp_1']], false],
    ['not where a seller sends goods of the marketplace', [[null, 'sp_1']], [['sel_a', 'sp_1']], false],
    ['not where it is sent in another way', [['sel_a', 'sp_1']], [['sel_a', 'sp_2']], false],
    [
      'where each seller sends its own',
      [
        ['sel_a', 'sp_1'],
        ['sel_b', 'sp_1'],
      ],
      [
        ['sel_b', 'sp_1'],
        ['sel_a', 'sp_1'],
      ],
      true,
    ],
    [
      'not where one of them does not',
      [
        ['sel_a', 'sp_1'],
        ['sel_b', 'sp_1'],
      ],
      [['sel_b', 'sp_1']],
      false,
    ],
    [
      'where the marketplace sends for those who do not',
      [
        ['sel_a', 'sp_1'],
        ['sel_b', 'sp_1'],
      ],
      [
        ['sel_b', 'sp_1'],
        [null, 'sp_1'],
      ],
      true,
    ],
  ])('%s', (_what, goods, methods, shipped) => {
    expect(isShipped(goods, methods)).toBe(shipped)
  })

  it('not by an option that is gone', () => {
    const cart = aPayableCart({}, { lines_with: [{ variant_id: 'variant_0' }] })
    const variants = [{ id: 'variant_0', seller_id: 'sel_a', shipping_profile_id: null }]
    const option = { id: cart.shipping_methods[0]!.shipping_option_id!, seller_id: null, shipping_profile_id: null }
    const facts = { sales_channel: null, variants, shipping_options: [option] }
    expect(() => assertShipped(cart, facts)).not.toThrow()
    expect(() => assertShipped(cart, { ...facts, shipping_options: [] })).toThrow('shipping profiles that are not satisfied')
  })

  it('where none of its goods requires shipping', () => {
    expect(isShipped([['sel_a', 'sp_1']], [], { requires_shipping: false })).toBe(true)
    expect(isShipped([['sel_a', 'sp_1']], [])).toBe(false)
  })
})

it.each<[closed_seller_ids: string[] | undefined, isRefused: boolean]>([
  [undefined, false],
  [[], false],
  [['sel_a'], true],
])('whether a cart with closed sellers %o is rejected: %o', (closed_seller_ids, isRefused) => {
  const facts = { sales_channel: null, variants: [], shipping_options: [], ...(closed_seller_ids && { closed_seller_ids }) }
  const refusal = expect(() => assertOpenSellers(facts))
  if (isRefused) refusal.toThrow('Some products in the cart belong to inactive sellers')
  else refusal.not.toThrow()
})

it.each<[providers: string[] | undefined, copied: string[], isRefused: boolean]>([
  [['pp_system_default'], [], false],
  [[], ['pp_system_default'], true],
  [undefined, ['pp_system_default'], false],
  [undefined, [], true],
])(
  'a payment in a region with the providers %o, of which the cart has copied %o, is refused: %o',
  (providers, copied, isRefused) => {
    const { region, ...cart } = aPayableCart()
    const payment_providers = copied.map((id) => ({ ...region!.payment_providers[0]!, id }))
    const facts = providers && { payment_provider_ids: providers }
    const paying = expect(() => payingSession({ ...cart, region: { ...region!, payment_providers } }, facts))
    if (isRefused) paying.toThrow(`Payment provider pp_system_default is not enabled in the cart's region ${region!.id}.`)
    else paying.not.toThrow()
  },
)
