import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { defineOperation } from '../operation/operation.ts'
import { CatalogueRequestInput } from '../sellers/request-input.ts'

const body = z.strictObject({ id: IdInput, request: CatalogueRequestInput })

/** Refused as `carry-out-catalogue-request` would be; changes nothing. */
export const checkCatalogueRequest = defineOperation({
  service: 'pricing',
  name: 'check-catalogue-request',
  summary: "Check whether a seller's request can be accepted",
  body,
  response: z.object({}),
  attempt_ms: 1000,
})

/**
 * Makes the record that an accepted request of a seller asks for, with this id and once, or changes the one that has it. Refused
 * like the request of an administrator for the same.
 */
export const carryOutCatalogueRequest = defineOperation({
  service: 'pricing',
  name: 'carry-out-catalogue-request',
  summary: "Apply a seller's accepted request",
  body,
  response: z.object({ id: z.string() }),
  attempt_ms: 3000,
})

export const catalogueRequestOperations = { checkCatalogueRequest, carryOutCatalogueRequest }
