import { z } from 'zod'
import { asked, Id, IdInput, Metadata, MetadataInput, softDeletable, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource, recordEvents } from '../operation/plain-resource.ts'
import { ReceiptQuery } from '../operation/record-query.ts'

const plain = {
  id: Id,
  value: z.string().describe('Machine-readable name. Several reasons may have the same one.'),
  label: z.string(),
  description: z.string().nullable(),
  parent_return_reason_id: Id.nullable(),
  metadata: Metadata,
  ...softDeletable,
}

/** A return reason without its parent and children. */
export const PlainReturnReason = z.object(plain).meta({ id: 'PlainReturnReason' })
export type PlainReturnReason = z.infer<typeof PlainReturnReason>

/** A customer's reason for a return. A reason may be a subreason of another one. */
export const ReturnReason = z
  .object({
    ...plain,
    parent_return_reason: asked(() => PlainReturnReason),
    return_reason_children: asked(() => z.array(PlainReturnReason)),
  })
  .meta({ id: 'ReturnReason' })
export type ReturnReason = z.infer<typeof ReturnReason>

const FIELDS = [
  'id',
  'value',
  'label',
  'parent_return_reason_id',
  'description',
  'created_at',
  'updated_at',
  'deleted_at',
] as const
const WITH_RELATIVES = [...FIELDS, '*parent_return_reason', '*return_reason_children'] as const
const resource = {
  service: 'orders',
  noun: ['return reason', 'return reasons'],
  keys: ['return_reason', 'return_reasons'],
  schema: ReturnReason,
  examples: { id: demonstrationId('rr', 1001), deleted: demonstrationId('rr', 1003) },
} as const
const reasons = plainResource({
  ...resource,
  path: '/admin/return-reasons',
  defaults: WITH_RELATIVES,
})
const listedReasons = plainResource({ ...resource, path: '/admin/return-reasons', defaults: FIELDS })
const shownReasons = plainResource({
  ...resource,
  path: '/store/return-reasons',
  defaults: WITH_RELATIVES,
  bounds: { allowed: [] },
})

const list = {
  sort: ['created_at', 'updated_at', 'value', 'label', 'description'],
  order: OLDEST_FIRST,
  limit: 20,
} as const
const [value, label, description] = [TextInput(255), TextInput(255), TextInput(2000).nullish()]
const metadata = MetadataInput.nullish()

export const listReturnReasons = listedReasons.list('list-return-reasons', {
  ...list,
  filter: ['id', 'value', 'label', 'description', 'parent_return_reason_id', 'created_at', 'updated_at', 'deleted_at'],
  q: ['value', 'label'],
  qInside: true,
})
export const createReturnReason = reasons.create(
  'create-return-reason',
  z
    .strictObject({ value, label, description, parent_return_reason_id: IdInput.nullish(), metadata })
    .meta({ example: { value: 'colour', label: 'Wrong colour' } }),
)
export const getReturnReason = reasons.get('get-return-reason')
export const updateReturnReason = reasons.update(
  'update-return-reason',
  z.strictObject({ value, label, description, metadata }).meta({ example: { value: 'size', label: 'Wrong size' } }),
)
/** Its subreasons stay, without a parent. */
export const deleteReturnReason = { ...reasons.delete('delete-return-reason'), query: ReceiptQuery }
export const listStoreReturnReasons = shownReasons.list('list-store-return-reasons', list)
export const getStoreReturnReason = shownReasons.get('get-store-return-reason')

export const returnReasonOperations = {
  listReturnReasons,
  createReturnReason,
  getReturnReason,
  updateReturnReason,
  deleteReturnReason,
  listStoreReturnReasons,
  getStoreReturnReason,
}

export const returnReasonEvents = recordEvents('orders', 'return-reason', 'return reason')
export const [returnReasonCreated, returnReasonUpdated, returnReasonDeleted] = returnReasonEvents
