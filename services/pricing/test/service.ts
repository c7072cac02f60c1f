import type { PublishedEvent } from '@souk/runtime'
import { startTestService, type TestServers } from '@souk/runtime/testing'
import { vi } from 'vitest'
import { pricingService } from '../src/service.ts'

export async function startPricing(servers?: TestServers) {
  const pricing = await startTestService(pricingService, { tries: 3, ...(servers && { servers }) })
  const published: PublishedEvent[] = []
  pricing.bus.nc.subscribe('evt.pricing.>', {
    callback(_error, { data }) {
      const event = JSON.parse(new TextDecoder().decode(data)) as PublishedEvent
      // An event may come twice: consumers drop what they have seen.
      if (!published.some(({ id, seq }) => id === event.id && seq >= event.seq)) published.push(event)
    },
  })
  return {
    ...pricing,
    /** The first events of a record, once that many are out. */
    eventsOf: (id: string, count: number) =>
      vi.waitFor(() => {
        const own = published.filter((event) => event.id === id).slice(0, count)
        if (own.length < count) throw new Error(`${own.length} of ${count} events of ${id} are out`)
        return own
      }, 10_000),
  }
}

export type PricingUnderTest = Awaited<ReturnType<typeof startPricing>>
