import { expect, it } from 'vitest'
import { aLine } from '../../../test/builders.ts'
import { aPromotion } from '../../../test/promotion-builders.ts'
import { assertNamedExist, NO_PROMOTIONS, onlyCodes, withCodes } from './promo-codes.ts'

const found = [{ code: 'OWN', seller_id: 'sel_a' }, { code: 'FOREIGN', seller_id: 'sel_b' }, { code: 'MARKET' }]
const known = { ...NO_PROMOTIONS, found: found.map((one) => ({ ...aPromotion(one), used: 0, campaign: null })) }
const line_sellers = [
  { variant_id: 'variant_a', seller_id: 'sel_a' },
  { variant_id: 'variant_m', seller_id: null },
]
const items = line_sellers.map(({ variant_id }) => ({ ...aLine(), variant_id }))
const cart = { promotions: [], items, line_sellers }

it.each([
  ['of the marketplace', cart, ['MARKET'], undefined],
  ['of a seller of its goods', cart, ['OWN', 'MARKET'], undefined],
  ['of another seller', cart, ['OWN', 'FOREIGN'], 'The promotion code FOREIGN is invalid'],
  ['of another seller, while its sellers are not known', { promotions: [], items }, ['FOREIGN'], undefined],
  ['of a seller, while it is empty', { promotions: [], items: [] }, ['OWN'], 'The promotion code OWN is invalid'],
  ['of nobody', cart, ['NONE'], 'The promotion code NONE is invalid'],
])('a code %s is added to a cart only with goods of its seller', (_case, present, named, message) => {
  const add = () => assertNamedExist(withCodes(present, named), known)
  if (message === undefined) expect(add).not.toThrow()
  else expect(add).toThrow(message)
})

it('a cart that is made or updated with codes may name those of any seller', () => {
  expect(() => assertNamedExist(onlyCodes(['OWN', 'FOREIGN']), known)).not.toThrow()
})
