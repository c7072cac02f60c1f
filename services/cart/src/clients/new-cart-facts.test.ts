import type { Bus, Envelope } from '@souk/runtime'
import { expect, it } from 'vitest'
import { aQuote, aQuotedLine } from '../../test/builders.ts'
import { firstLines } from '../domain/line-items/plan-lines.ts'
import { newCartFacts } from './new-cart-facts.ts'

const NOWHERE = { country_code: null, province: null }
const IN_US = { country_code: 'us', province: null }
const region = { ...aQuote([]).region!, countries: [{ iso_2: 'us' } as never] }

it.each([
  ['once if pricing applied the only country of the region', IN_US, [NOWHERE]],
  ['again if a replica of an older version did not', undefined, [NOWHERE, IN_US]],
])('asks for prices %s', async (_how, tax_address, expected) => {
  const asked: unknown[] = []
  const bus = {
    async call(_operation: unknown, { body }: { body: { tax_address: unknown } }) {
      asked.push(body.tax_address)
      return aQuote([aQuotedLine()], { region, ...(tax_address && { tax_address }) })
    },
  }
  const lines = firstLines([{ variant_id: aQuotedLine().variant_id, quantity: 1 }])
  const wanted = { body: {}, lines, sales_channel_id: null, customer_id: null }
  await newCartFacts(wanted, bus as unknown as Bus, () => ({}) as Envelope)

  expect(asked).toEqual(expected)
})
