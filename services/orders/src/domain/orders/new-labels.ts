import type { DecisionContext } from '@souk/contracts'
import type { Parcel } from './with-parcel.ts'

type Label = Parcel['labels'][number]
export type NewLabel = Pick<Label, 'tracking_number' | 'tracking_url' | 'label_url'>

/** The labels of a parcel. */
export const newLabels = (labels: readonly NewLabel[], fulfillment_id: string, { now, newId }: DecisionContext): Label[] =>
  labels.map((label) => ({
    id: newId('fulla'),
    ...label,
    fulfillment_id,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }))
