import {
  attributeOperations,
  deleteAttribute,
  getAttribute,
  getVendorAttribute,
  listAttributes,
  listVendorAttributes,
} from '@souk/contracts'
import { implementAll, recordHandlers } from '@souk/runtime'
import { attributeAnswer, shownAttributes } from '../../answers/attribute.ts'
import type { Deps } from '../../deps.ts'
import { createAttribute } from './create-attribute.ts'
import { updateAttribute } from './update-attribute.ts'

const attributes = recordHandlers({
  keys: ['attribute', 'attributes'],
  store: (deps: Deps) => deps.attributes,
  show: shownAttributes,
  answer: attributeAnswer,
})

export const attributeHandlers = implementAll(attributeOperations, {
  listAttributes: attributes.list(listAttributes),
  createAttribute,
  getAttribute: attributes.get(getAttribute),
  updateAttribute,
  deleteAttribute: attributes.delete(deleteAttribute),
  listVendorAttributes: attributes.list(listVendorAttributes),
  getVendorAttribute: attributes.get(getVendorAttribute),
})
