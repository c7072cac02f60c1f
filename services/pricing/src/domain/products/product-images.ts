import { isDeepStrictEqual } from 'node:util'
import { type DecisionContext, definedOf } from '@souk/contracts'
import { assertNamedOnce } from '../lists/assert-named-once.ts'
import type { ProductRecord } from './product-record.ts'

type Images = ProductRecord['images']

/**
 * Images in the order of the inputs. An input with the id of an existing image changes it; one without an id stands for the first
 * image with its url that no other input names.
 * @throws invalid_data for a repeated id
 */
export function newImages(
  inputs: readonly { id?: string | undefined; url: string; metadata?: Record<string, unknown> | null | undefined }[],
  { newId, now }: DecisionContext,
  before: Images = [],
): Images {
  const named = inputs.flatMap(({ id }) => id ?? [])
  assertNamedOnce('Image', named)
  const unnamed = before.filter(({ id }) => !named.includes(id))
  return inputs.map(({ id, url, metadata }, rank) => {
    const at = id === undefined ? unnamed.findIndex((image) => image.url === url) : -1
    const present = at === -1 ? before.find((image) => image.id === id) : unnamed.splice(at, 1)[0]
    if (!present)
      return { id: newId('img'), url, rank, metadata: metadata ?? null, created_at: now, updated_at: now, deleted_at: null }
    const changed = { ...present, url, rank, ...definedOf({ metadata }) }
    return isDeepStrictEqual(changed, present) ? present : { ...changed, updated_at: now }
  })
}
