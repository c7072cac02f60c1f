import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSellers } from '../../services/sellers/test/service.ts'
import { newSecrets } from '../start/secrets.ts'
import { ids } from './ids.ts'
import { recordsWithoutWords } from './records-without-words.ts'
import { EMAILS, seedSellers } from './sellers.ts'

let service: Awaited<ReturnType<typeof startSellers>>
beforeAll(async () => {
  service = await startSellers()
})
afterAll(() => service.stop())

it('leaves an e-mail to the account that took it after its own was deleted', async () => {
  const secrets = newSecrets()
  await seedSellers(service.db, { secrets })
  const identities = service.db.collection<{ _id: string; email: string }>('auth_identities')
  const { _id, ...registered } = (await identities.findOneAndDelete({ _id: ids.customer_identity }))!
  await identities.insertOne({ _id: 'authid_new', ...registered })

  await seedSellers(service.db, { secrets })

  const ofCustomer = { actor_type: 'customer', email: EMAILS.customer }
  expect((await identities.find(ofCustomer).toArray()).map((one) => one._id)).toEqual(['authid_new'])
  expect(await identities.countDocuments()).toBe(6)
})

it('every seeded record of a searched collection has its words', async () => {
  expect(await recordsWithoutWords(service.db)).toEqual([])
})
