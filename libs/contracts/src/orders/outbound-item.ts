import { z } from 'zod'
import { AmountInput, IdInput, MetadataInput } from '../fields/common.ts'
import { NullableInternalNoteInput } from './internal-note.ts'
import { UnitsInput } from './units.ts'

export const OWN_PRICE = "Overrides the variant's own price, which is then not required"

/** Units of a variant to add to an order, with the catalogue's current data. */
export const OutboundItem = z.object({
  variant_id: IdInput,
  quantity: UnitsInput,
  unit_price: AmountInput.optional().describe(OWN_PRICE),
  internal_note: NullableInternalNoteInput,
  allow_backorder: z
    .boolean()
    .optional()
    .describe(
      'Whether it may be added while out of stock. Before it is sold, it must be in stock, or its variant may be backordered',
    ),
  metadata: MetadataInput.optional(),
})
