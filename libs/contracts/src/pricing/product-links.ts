import { z } from 'zod'
import { IdInput, TextInput } from '../fields/common.ts'
import { ListInput } from '../fields/list-input.ts'
import { demonstrationId } from '../operation/demonstration.ts'

/** A part of a URL, which is kept as given; an empty one counts as absent. */
export const HandleInput = TextInput(255).transform((handle) => (handle === '' ? undefined : handle))

const productIds = ListInput(IdInput, 1000, 'products').optional()

/** A product in both lists is linked afterwards. */
export const ProductLinks = z
  .strictObject({ add: productIds, remove: productIds })
  .meta({ example: { add: [demonstrationId('prod', 1)] } })
