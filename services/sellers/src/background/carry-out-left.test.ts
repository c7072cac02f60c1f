import { createLogger } from '@souk/runtime'
import { lookOnce, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../tools/seed/insert-missing.ts'
import { aMember, aSeller } from '../../test/builders.ts'
import { REVIEWED, requesting } from '../../test/requesting.ts'
import { type SellersUnderTest, startForAdministrators } from '../../test/service.ts'
import { carryOutLeft } from './carry-out-left.ts'

let service: SellersUnderTest
beforeAll(async () => {
  service = await startForAdministrators()
})
afterAll(() => service.stop())

const { requestsOf, review, someoneAsking, aSellerNamed, identityOf, idsOf, sellerOf } = requesting(() => service)

describe('an acceptance that a killed process left unfinished', () => {
  /** An accepted request of which nothing has been carried out yet. */
  async function begun() {
    const asking = await someoneAsking()
    const since = new Date().toISOString()
    const accepting = { since, reviewer_id: 'user_7', reviewer_note: 'Welcome' }
    await service.db
      .collection('requests')
      .updateOne({ _id: asking.id as never }, { $set: { accepting }, $inc: { revision: 1 } } as object)
    return { ...asking, since }
  }
  async function sweep({ replicas = 1, leftAfterMs = -1000 } = {}) {
    const logger = createLogger('sellers', 'silent')
    const options = { ...service.deps, logger, leftAfterMs, firstAfterMs: 0 }
    await lookOnce(replicas, () => carryOutLeft(options))
  }

  it.each(['nothing', 'the log-in', 'all but the end'])('is carried out once, when %s was done', async (done) => {
    const { id, actor, since } = await begun()
    const { seller_id, member_id } = await idsOf(id)
    if (done !== 'nothing') await service.deps.identities.claim(actor.identity_id, member_id, since, Date.now() + 5000, seller_id)
    if (done === 'all but the end')
      await insertMissing(service.db, {
        sellers: [aSeller({ id: seller_id, handle: seller_id, members: [aMember({ id: member_id, seller_id })] })],
      })
    expect(refusal(await review(id, 'accepted'))).toEqual(REVIEWED)
    await sweep({ replicas: 3 })
    expect((await requestsOf(actor))[0]).toMatchObject({ status: 'accepted', reviewer_id: 'user_7', reviewer_note: 'Welcome' })
    expect((await sellerOf(id))!.seller.members).toMatchObject([{ id: member_id, role: 'owner' }])
    expect(await identityOf(actor)).toMatchObject({ actor_id: member_id, seller_id })
    const types = (await service.eventsOf(id, 2)).map(({ type }) => type)
    expect(types).toEqual(['request.created', 'request.accepted'])
  })

  it('is left alone while it may still be under way', async () => {
    const { id, actor } = await begun()
    await sweep({ leftAfterMs: 60_000 })
    expect((await requestsOf(actor))[0].status).toBe('pending')
    expect(await sellerOf(id)).toBeUndefined()
    await sweep()
  })

  it('is undone if another seller has the handle by now', async () => {
    const { id, actor, name } = await begun()
    await aSellerNamed(name)
    await sweep({ replicas: 3 })
    expect((await requestsOf(actor))[0]).toMatchObject({ status: 'pending', reviewer_id: null })
    expect(await identityOf(actor)).toMatchObject({ actor_id: '', seller_id: null })
    expect((await review(id, 'rejected')).status).toBe(200)
  })
})
