import { z } from 'zod'
import { IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { InternalNoteInput, NullableInternalNoteInput } from './internal-note.ts'
import { OutboundItem } from './outbound-item.ts'
import { requestReturnItems } from './return-requests.ts'
import { UnitsInput } from './units.ts'

/** Begins a claim or an exchange. */
export const beginning = {
  order_id: IdInput,
  description: TextInput().optional(),
  internal_note: InternalNoteInput,
  metadata: MetadataInput.nullish(),
}

/** Requests units of the order's lines back. @param line the reference's example */
export const inboundItems = (line: string) =>
  requestReturnItems.body
    .extend({
      location_id: IdInput.optional().describe(
        'Stock location that receives the items; default: the current one, or else where the first item is stocked',
      ),
    })
    .meta({ example: { items: [{ id: line, quantity: 1 }] } })

/** Sends lines, with the catalogue's current data. */
export const outboundItems = z
  .strictObject({
    items: z.array(OutboundItem).min(1).max(500),
  })
  .meta({ example: { items: [{ variant_id: demonstrationId('variant', 1), quantity: 1 }] } })

/** Changes such a line. */
export const outboundItemChange = z
  .strictObject({ quantity: UnitsInput.optional(), internal_note: NullableInternalNoteInput })
  .meta({ example: { quantity: 2 } })
