import { z } from 'zod'
import { IdInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'

/** A part of a URL, which is kept as given; an empty one counts as absent. */
export const HandleInput = TextInput(255).transform((handle) => (handle === '' ? undefined : handle))

const productIds = z.array(IdInput).max(1000).optional()

/** A product in both lists is linked afterwards. */
export const ProductLinks = z
  .strictObject({ add: productIds, remove: productIds })
  .meta({ example: { add: [demonstrationId('prod', 1)] } })
