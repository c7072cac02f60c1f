import type { Collection, Db } from 'mongodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEventRecord, EVENT_RECORD, type RecordedEvent } from '../src/events/event-record.ts'
import { openCounters } from './counters.ts'

const SECONDS_PER_DAY = 86_400

let opened: Awaited<ReturnType<typeof openCounters>>
beforeAll(async () => {
  opened = await openCounters()
})
afterAll(() => opened.close())

/** The database as this many replicas see it, none of which drops an index before all are about to. */
function inStep(replicas: number): Db[] {
  let arrived = 0
  let go = () => {}
  const all = new Promise<void>((resolve) => (go = resolve))
  return Array.from({ length: replicas }, () => {
    const collection: Collection<RecordedEvent> = opened.db.collection(EVENT_RECORD)
    const dropIndex = collection.dropIndex.bind(collection)
    collection.dropIndex = async (name) => {
      if (++arrived === replicas) go()
      await all
      return dropIndex(name)
    }
    return { collection: () => collection } as unknown as Db
  })
}

it('replicas that start together with another EVENTS_KEPT_DAYS all change the time that events are kept', async () => {
  await createEventRecord(opened.db, 30).ensureIndexes()

  await Promise.all(inStep(3).map((db) => createEventRecord(db, 7).ensureIndexes()))

  expect(await opened.record.indexes()).toMatchObject([
    { name: '_id_' },
    { name: 'forgotten', expireAfterSeconds: 7 * SECONDS_PER_DAY },
  ])
})
