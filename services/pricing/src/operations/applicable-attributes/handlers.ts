import { applicableAttributeOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { listApplicableAttributes, listVendorApplicableAttributes } from './list-applicable-attributes.ts'

export const applicableAttributeHandlers = implementAll(applicableAttributeOperations, {
  listApplicableAttributes,
  listVendorApplicableAttributes,
})
