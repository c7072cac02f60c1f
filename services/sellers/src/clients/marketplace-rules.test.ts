import { createConfigurationRule, createVendorRequest } from '@souk/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberOf } from '../../test/builders.ts'
import { type SellersUnderTest, startForAdministrators, startSellers } from '../../test/service.ts'

let service: SellersUnderTest
let fresh: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startForAdministrators()
  fresh = await startSellers({}, service.servers)
})
afterAll(async () => {
  await service.leave()
  await fresh.stop()
})

const ADMIN = { type: 'user', id: 'user_1', identity_id: null } as const
/** Requests a tag at one replica. @returns the status of the answer */
const askAt = async ({ id: replica }: { id: string }) => {
  const body = { request: { type: 'product_tag', data: { value: 'handmade' } } }
  return (await service.send(createVendorRequest, { actor: memberOf('sel_asks'), body, replica })).status
}

it('while pricing does not answer, what it answered last applies, and before that the default', async () => {
  const body = { rule_type: 'product_request_enabled', is_enabled: false } as const
  await service.send(createConfigurationRule, { actor: ADMIN, body })
  expect(await askAt(service)).toBe(403)
  await service.pricing.stop()
  expect(await askAt(service)).toBe(403)
  expect(await askAt(fresh)).toBe(201)
})
