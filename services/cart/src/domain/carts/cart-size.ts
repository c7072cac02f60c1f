import { assertGiftCardsFit, invalidData, JsonText, jsonBytes, type Metadata } from '@souk/contracts'
import type { CartLine, CartRecord } from './cart.ts'

/** Limit of all lines of a cart as JSON: about 400 lines of products with texts of ordinary length. */
const MAX_MIB = 3
/** Limit of the rest of a cart. */
const MAX_REST_MIB = 1
/** The parts of the rest whose size clients or customers determine. */
const REST = [
  'metadata',
  'customer',
  'shipping_address',
  'billing_address',
  'shipping_methods',
  'payment_collection',
] as const satisfies readonly (keyof CartRecord)[]
/** Limit of the metadata of all lines, which clients supply. */
const MAX_METADATA_KIB = 256

type Lines = Pick<CartRecord, 'items'>
type Rest = Pick<CartRecord, (typeof REST)[number]>

/**
 * New lines and gift cards must fit; a cart that is already larger may still be read, and changed in other ways.
 * @throws invalid_data that names the limit
 */
export function assertLinesFit({ items }: Lines, before: Lines) {
  assertGiftCardsFit(items, before.items)
  if (items.length <= before.items.length) return
  if (sum(items.map(lineBytes)) > MAX_MIB * 1024 * 1024) throw invalidData(`A cart's items hold at most ${MAX_MIB} MiB as JSON`)
}

/** The same for the rest of the cart. @param before absent: the cart is new @throws invalid_data that names the limit */
export function assertRestFits(cart: Rest, before?: Rest) {
  if (REST.every((name) => cart[name] === before?.[name])) return
  const bytes = restBytes(cart)
  if (bytes > MAX_REST_MIB * 1024 * 1024 && (!before || bytes > restBytes(before)))
    throw invalidData(`A cart holds at most ${MAX_REST_MIB} MiB as JSON beside its items`)
}

/** @param metadata of all lines, including new ones @throws invalid_data that names the limit */
export function assertMetadataFits(metadata: readonly Metadata[]) {
  if (sum(metadata.map(metadataBytes)) > MAX_METADATA_KIB * 1024)
    throw invalidData(`The metadata of a cart's items hold at most ${MAX_METADATA_KIB} KiB as JSON`)
}

/** The same text that answers are made from. */
const lineBytes = (line: CartLine) => Buffer.byteLength(JsonText.of(line).text)
const restBytes = (cart: Rest) => sum(REST.map((name) => jsonBytes(cart[name])))
const metadataBytes = (metadata: Metadata) => (metadata === null ? 0 : jsonBytes(metadata))
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
