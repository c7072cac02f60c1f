import { z } from 'zod'
import { TimestampInput } from '../fields/common.ts'
import { DAY_MS } from '../operation/durations.ts'
import { defineOperation } from '../operation/operation.ts'

const MAX_DAYS = 30

const OfDay = z
  .object({
    date: z.iso.datetime().describe('The start of the day, in UTC'),
    count: z.string().describe('A whole number'),
  })
  .meta({ id: 'VendorDateStatistics' })
const days = z.array(OfDay)
const time = (example: string, description: string) => TimestampInput.meta({ example, description })

/** Both ends are included. */
const TimeRange = z
  .strictObject({
    time_from: time('2026-03-01T00:00:00Z', 'Start of the period, inclusive'),
    time_to: time('2026-03-07T23:59:59Z', `End of the period, inclusive; at most ${MAX_DAYS} days later`),
  })
  .refine(({ time_from, time_to }) => time_from <= time_to, 'Invalid time range!')
  .refine(
    ({ time_from, time_to }) => Date.parse(time_to) - Date.parse(time_from) <= MAX_DAYS * DAY_MS,
    `Time range too long (max ${MAX_DAYS} days)!`,
  )

/**
 * The number of the seller's orders on each day, including canceled ones but not drafts, and of customers who bought from it for
 * the first time. Days without any are left out.
 */
export const getVendorStatistics = defineOperation({
  service: 'orders',
  name: 'get-vendor-statistics',
  method: 'GET',
  path: '/vendor/statistics',
  summary: "Count the seller's orders and new customers per day",
  query: TimeRange,
  response: z.object({ orders: days, customers: days }),
  attempt_ms: 2000,
})

export const vendorStatisticsOperations = { getVendorStatistics }
