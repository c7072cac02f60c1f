import { Amount } from '../fields/common.ts'

/** Totals of a line or of a shipping method: `total` is with taxes, `subtotal` without; `original_*` is before promotions. */
export const methodTotals = {
  original_total: Amount,
  original_subtotal: Amount,
  original_tax_total: Amount,
  total: Amount,
  subtotal: Amount,
  tax_total: Amount,
  discount_total: Amount,
  discount_subtotal: Amount,
  discount_tax_total: Amount,
}

export const lineTotals = {
  ...methodTotals,
  item_total: Amount.describe('Same as total.'),
  item_subtotal: Amount.describe('Same as subtotal.'),
  item_tax_total: Amount.describe('Same as tax_total.'),
}

/** Totals of a cart or an order. All are in major units of its currency, unrounded. */
export const cartTotals = {
  original_item_total: Amount.describe('Items including taxes, before promotions.'),
  original_item_subtotal: Amount.describe('Items excluding taxes, before promotions.'),
  original_item_tax_total: Amount.describe('Taxes on the items, before promotions.'),
  item_total: Amount.describe('Items including taxes, after promotions.'),
  item_subtotal: Amount.describe('Items excluding taxes, before promotions.'),
  item_tax_total: Amount.describe('Taxes on the items, after promotions.'),
  item_discount_total: Amount,
  original_total: Amount,
  original_subtotal: Amount,
  original_tax_total: Amount,
  total: Amount.describe('The amount to pay: subtotal + tax_total - discount_subtotal - credit_line_total.'),
  subtotal: Amount,
  tax_total: Amount,
  discount_total: Amount,
  discount_subtotal: Amount,
  discount_tax_total: Amount,
  gift_card_total: Amount.describe('The amount paid by gift cards, as a positive number; part of credit_line_total.'),
  gift_card_tax_total: Amount.describe('Always 0: gift cards carry no tax.'),
  credit_line_total: Amount,
  credit_line_subtotal: Amount,
  credit_line_tax_total: Amount.describe('Always 0: credit carries no tax.'),
  shipping_total: Amount,
  shipping_subtotal: Amount,
  shipping_tax_total: Amount,
  shipping_discount_total: Amount,
  original_shipping_total: Amount,
  original_shipping_subtotal: Amount,
  original_shipping_tax_total: Amount,
}
