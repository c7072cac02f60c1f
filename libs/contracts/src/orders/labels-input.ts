import { z } from 'zod'
import { LinkInput, TextInput } from '../fields/common.ts'

const LabelInput = z.object({ tracking_number: TextInput(255), tracking_url: LinkInput, label_url: LinkInput })

/** The labels of a fulfillment, as a client sends them. */
export const LabelsInput = z.array(LabelInput).max(100)

export const EXAMPLE_LABEL = {
  tracking_number: 'PO-1',
  tracking_url: 'https://parcels.example.com/PO-1',
  label_url: 'https://parcels.example.com/PO-1.pdf',
}
