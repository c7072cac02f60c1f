import { expect, it } from 'vitest'
import { aPromotion } from '../../../test/promotion-builders.ts'
import { assertNamedExist, NO_PROMOTIONS, onlyCodes, withCodes } from './promo-codes.ts'

const own = aPromotion({ code: 'OWN', seller_id: 'sel_a' })
const foreign = aPromotion({ code: 'FOREIGN', seller_id: 'sel_b' })
const markets = aPromotion({ code: 'MARKET' })
const known = { ...NO_PROMOTIONS, found: [own, foreign, markets] }
const line_sellers = [
  { variant_id: 'variant_a', seller_id: 'sel_a' },
  { variant_id: 'variant_m', seller_id: null },
]
const cart = { promotions: [], line_sellers }

it.each([
  ['of the marketplace', cart, ['MARKET'], undefined],
  ['of a seller of its goods', cart, ['OWN', 'MARKET'], undefined],
  ['of another seller', cart, ['OWN', 'FOREIGN'], 'The promotion code FOREIGN is invalid'],
  ['of a seller, while it is empty', { promotions: [] }, ['OWN'], 'The promotion code OWN is invalid'],
  ['of nobody', cart, ['NONE'], 'The promotion code NONE is invalid'],
])('a code %s is added to a cart only with goods of its seller', (_case, present, named, message) => {
  const add = () => assertNamedExist(withCodes(present, named), known)
  if (message === undefined) expect(add).not.toThrow()
  else expect(add).toThrow(message)
})

it('a cart that is made or updated with codes may name those of any seller', () => {
  expect(() => assertNamedExist(onlyCodes(['OWN', 'FOREIGN']), known)).not.toThrow()
})
