import type { Db, Document } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEventRecord, EVENT_RECORD } from '../src/events/event-record.ts'
import { openCounters } from './counters.ts'

const SECONDS_PER_DAY = 86_400

let opened: Awaited<ReturnType<typeof openCounters>>
beforeAll(async () => {
  opened = await openCounters()
})
afterAll(() => opened.close())

/** The database as this many replicas see it, none of which changes an index before all are about to. */
function inStep(replicas: number): Db[] {
  let arrived = 0
  let go = () => {}
  const all = new Promise<void>((resolve) => (go = resolve))
  const { db } = opened
  const command = async (asked: Document) => {
    if (++arrived === replicas) go()
    await all
    return db.command(asked)
  }
  return Array.from({ length: replicas }, () => ({ collection: () => db.collection(EVENT_RECORD), command }) as unknown as Db)
}

it('replicas that start together with another EVENTS_KEPT_DAYS all change the time that events are kept', async () => {
  await createEventRecord(opened.db, 30).ensureIndexes()

  await Promise.all(inStep(3).map((db) => createEventRecord(db, 7).ensureIndexes()))

  expect(await opened.record.indexes()).toMatchObject([
    { name: '_id_' },
    { name: 'sent' },
    { name: 'forgotten', expireAfterSeconds: 7 * SECONDS_PER_DAY },
  ])
})
