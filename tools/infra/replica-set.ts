import { MongoClient, MongoServerError } from 'mongodb'

export const REPLICA_SET = 'souk'
const NOT_YET_INITIALIZED = 94
const PRIMARY_TIMEOUT_MS = 30_000

/**
 * Makes the server at `url` a replica set of one that accepts writes. Does nothing when it is one already; when the set
 * was made under another address (the port changed), the member's address is corrected.
 *
 * @param member the address under which the server knows itself
 */
export async function ensureReplicaSet(url: string, member: string) {
  const client = new MongoClient(withoutReplicaSet(url), { serverSelectionTimeoutMS: 1_000, connectTimeoutMS: 1_000 })
  try {
    const admin = client.db('admin')
    const hello = await admin.command({ hello: 1 })
    if (hello.isWritablePrimary && hello.me === member) return
    await admin.command({ replSetGetConfig: 1 }).then(
      async ({ config }) => {
        if (config.members[0].host === member) return
        const members = [{ ...config.members[0], host: member }]
        await admin.command({ replSetReconfig: { ...config, members, version: config.version + 1 }, force: true })
      },
      async (error: unknown) => {
        if (!(error instanceof MongoServerError) || error.code !== NOT_YET_INITIALIZED) throw error
        await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host: member }] } })
      },
    )
    await untilPrimary(client)
  } finally {
    await client.close()
  }
}

async function untilPrimary(client: MongoClient) {
  const deadline = Date.now() + PRIMARY_TIMEOUT_MS
  for (;;) {
    const { isWritablePrimary } = await client.db('admin').command({ hello: 1 })
    if (isWritablePrimary) return
    if (Date.now() > deadline) throw new Error('the replica set has no primary')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A server that is no replica set yet does not answer to the name of one. */
function withoutReplicaSet(url: string) {
  const parsed = new URL(url)
  parsed.searchParams.delete('replicaSet')
  return parsed.toString()
}
