import { MongoClient, type Timestamp } from 'mongodb'
import { expect, inject, it } from 'vitest'
import { writeCheckpoint } from './checkpoint.ts'

const { mongodb_url } = inject('infra')

it('a checkpoint contains everything written before it', async () => {
  const client = await new MongoClient(mongodb_url).connect()
  const records = client.db(`checkpoint_${process.pid}`)
  try {
    const written = await client.withSession(async (session) => {
      await records.collection('records').insertOne({ written: true }, { session, writeConcern: { w: 'majority' } })
      return session.operationTime!
    })

    await writeCheckpoint(mongodb_url)

    const status = await client.db('admin').command({ replSetGetStatus: 1 })
    expect(written.compare(status.lastStableRecoveryTimestamp as Timestamp)).toBeLessThanOrEqual(0)
  } finally {
    await records.dropDatabase()
    await client.close()
  }
})

it('writing a checkpoint fails when nobody answers', async () => {
  await expect(writeCheckpoint('mongodb://127.0.0.1:1/?directConnection=true')).rejects.toThrow(/ECONNREFUSED/)
})
