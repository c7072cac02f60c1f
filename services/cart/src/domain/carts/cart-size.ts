import { assertGiftCardsFit, invalidData, JsonText, type Metadata } from '@souk/contracts'
import type { CartLine, CartRecord } from './cart.ts'

/** Bound of all lines of a cart, as JSON: some 400 lines of products with ordinary texts. */
const MAX_MIB = 3
/** The part of it that metadata from clients may take. */
const MAX_METADATA_KIB = 256

type Lines = Pick<CartRecord, 'items'>

/**
 * Lines and gift cards that come in must fit; a cart that is larger than that already may be read, and changed otherwise.
 * @throws invalid_data that names the limit
 */
export function assertLinesFit({ items }: Lines, before: Lines) {
  assertGiftCardsFit(items, before.items)
  if (items.length <= before.items.length) return
  if (sum(items.map(lineBytes)) > MAX_MIB * 1024 * 1024) throw invalidData(`A cart's items hold at most ${MAX_MIB} MiB as JSON`)
}

/** @param metadata of all lines, with those that come in. @throws invalid_data that names the limit */
export function assertMetadataFits(metadata: readonly Metadata[]) {
  if (sum(metadata.map(metadataBytes)) > MAX_METADATA_KIB * 1024)
    throw invalidData(`The metadata of a cart's items hold at most ${MAX_METADATA_KIB} KiB as JSON`)
}

/** The text is the one that answers are made of. */
const lineBytes = (line: CartLine) => Buffer.byteLength(JsonText.of(line).text)
const metadataBytes = (metadata: Metadata) => (metadata === null ? 0 : Buffer.byteLength(JSON.stringify(metadata)))
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
