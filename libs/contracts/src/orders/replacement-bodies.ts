import { z } from 'zod'
import { AmountInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { InternalNoteInput, NullableInternalNoteInput } from './internal-note.ts'
import { requestReturnItems } from './return-requests.ts'
import { UnitsInput } from './units.ts'

const internal_note = NullableInternalNoteInput

/** Begins a claim or an exchange. */
export const beginning = {
  order_id: IdInput,
  description: TextInput().optional(),
  internal_note: InternalNoteInput,
  metadata: MetadataInput.nullish(),
}

/** Asks units of the order's lines back. @param line the one in the reference */
export const inboundItems = (line: string) =>
  requestReturnItems.body
    .extend({
      location_id: IdInput.optional().describe(
        'The stock location that takes the items in; absent: as before, or where the first item is stocked',
      ),
    })
    .meta({ example: { items: [{ id: line, quantity: 1 }] } })

/** Sends lines, as the catalogue has them now. */
export const outboundItems = z
  .strictObject({
    items: z
      .array(
        z.object({
          variant_id: IdInput,
          quantity: UnitsInput,
          unit_price: AmountInput.optional().describe("Replaces the variant's own price; such a variant needs none"),
          internal_note,
          allow_backorder: z.boolean().optional().describe('Whether it may be sent without stock'),
          metadata: MetadataInput.optional(),
        }),
      )
      .min(1)
      .max(500),
  })
  .meta({ example: { items: [{ variant_id: demonstrationId('variant', 1), quantity: 1 }] } })

/** Changes such a line. */
export const outboundItemChange = z
  .strictObject({ quantity: UnitsInput.optional(), internal_note })
  .meta({ example: { quantity: 2 } })
