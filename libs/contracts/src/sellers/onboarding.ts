import { z } from 'zod'
import { Id, timestamps } from '../fields/common.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'

/** The progress of a new seller with everything it needs to sell. */
export const SellerOnboarding = z
  .object({
    id: Id,
    seller_id: Id,
    store_information: z.boolean().describe('Whether it has a description and an address.'),
    stripe_connection: z.boolean().describe('Whether it is paid through Stripe: always false.'),
    locations_shipping: z.boolean().describe('Whether it has a stock location.'),
    products: z.boolean().describe('Whether it has a product.'),
    ...timestamps,
  })
  .meta({ id: 'SellerOnboarding' })
export type SellerOnboarding = z.infer<typeof SellerOnboarding>

const onboarding = {
  service: 'sellers',
  path: '/vendor/sellers/me/onboarding',
  query: RecordQuery,
  response: z.object({ onboarding: SellerOnboarding }),
  selects: { key: 'onboarding', schema: SellerOnboarding, defaults: 'all' },
} as const

export const getOnboarding = defineOperation({
  ...onboarding,
  name: 'get-onboarding',
  method: 'GET',
  summary: "Get the onboarding progress of the current member's seller",
})

/** The same as reading it, since it is always computed from the current records. */
export const recalculateOnboarding = defineOperation({
  ...onboarding,
  name: 'recalculate-onboarding',
  method: 'POST',
  summary: "Compute the onboarding progress of the current member's seller",
  idempotency: 'none',
  ifMatch: 'none',
})

export const onboardingOperations = { getOnboarding, recalculateOnboarding }
