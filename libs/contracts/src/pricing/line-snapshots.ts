import { toFastObject } from '../fields/fast-copy.ts'
import { JsonText } from '../fields/json-text.ts'
import type { Variant } from './product.ts'
import { soldVariant } from './sold-variant.ts'

/** A line of a cart or an order as it is stored, with its product and variant as snapshots. */
export type WithSnapshots<L extends { product: unknown; variant: unknown }> = Omit<L, 'product' | 'variant'> & {
  product: JsonText<NonNullable<L['product']>> | null
  variant: JsonText<NonNullable<L['variant']>> | null
}

interface Snapshots {
  product: JsonText | null
  variant: JsonText | null
}

/**
 * A line as read from the database, brought up to date: its snapshots as `JsonText`. Each place that reads lines uses this, so a
 * field that was added later gets its default here. Also accepts whole records.
 */
export const loadedLine = <L extends Snapshots>(line: L): L =>
  Object.assign(toFastObject(line), { product: snapshot(line.product), variant: withoutLevels(snapshot(line.variant)) })

function snapshot(value: unknown): JsonText | null {
  if (value === null || value === undefined || value instanceof JsonText) return value ?? null
  return typeof value === 'string' ? new JsonText(value) : JsonText.of(value as object)
}

/** Variants in lines from older versions hold the stock of each location. */
const withoutLevels = (variant: JsonText | null): JsonText | null =>
  variant?.text.includes('"location_levels":[{') ? JsonText.of(soldVariant(variant.value as Variant)) : variant
