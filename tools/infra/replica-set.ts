import { type Document, MongoClient, MongoServerError } from 'mongodb'

export const REPLICA_SET = 'souk'
const NOT_YET_INITIALIZED = 94
const ALREADY_INITIALIZED = 23
/** A server with authentication but without users shows its configuration to nobody, but lets the set be initiated. */
const UNAUTHORIZED = 13
const PRIMARY_TIMEOUT_MS = 120_000
const TIMEOUTS = { serverSelectionTimeoutMS: 1_000, connectTimeoutMS: 1_000 }

/**
 * Makes the server at `url` the first member of a replica set that accepts writes. Does nothing if it already is one; if the set
 * was initiated with other addresses (a port changed), they are corrected.
 *
 * @param url of the first member only
 * @param members the servers' addresses in the set's configuration
 * @param settings of the set, such as `electionTimeoutMillis`; default: MongoDB's
 */
export async function ensureReplicaSet(url: string, members: readonly string[], settings: Document = {}) {
  const client = new MongoClient(withoutReplicaSet(url), TIMEOUTS)
  try {
    const admin = client.db('admin')
    const hello = await admin.command({ hello: 1 })
    if (members.length === 1 && hello.isWritablePrimary && hello.me === members[0]) return
    await admin.command({ replSetGetConfig: 1 }).then(
      async ({ config }) => {
        if (config.members.every(({ host }: Document, n: number) => host === members[n])) return
        const moved = config.members.map((member: Document, n: number) => ({ ...member, host: members[n] }))
        await admin.command({ replSetReconfig: { ...config, members: moved, version: config.version + 1 }, force: true })
      },
      async (error: unknown) => {
        if (!isCode(error, NOT_YET_INITIALIZED, UNAUTHORIZED)) throw error
        const all = members.map((host, _id) => ({ _id, host }))
        await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: all, settings } }).catch((cause: unknown) => {
          if (!isCode(cause, ALREADY_INITIALIZED)) throw cause
        })
      },
    )
    await untilWritable(client)
  } finally {
    await client.close()
  }
}

const isCode = (error: unknown, ...codes: number[]) => error instanceof MongoServerError && codes.includes(Number(error.code))

/** Waits until one of the members is primary and accepts writes, which it does not at once, and all others follow it. */
async function untilWritable(client: MongoClient) {
  const deadline = Date.now() + PRIMARY_TIMEOUT_MS
  for (;;) {
    const { members } = await client.db('admin').command({ replSetGetStatus: 1 })
    const states = members.map(({ stateStr }: Document) => stateStr)
    const primary = members.find(({ stateStr }: Document) => stateStr === 'PRIMARY')
    const areFollowing = states.every((state: string) => state === 'PRIMARY' || state === 'SECONDARY')
    if (primary && areFollowing && (await isWritable(client, primary))) return
    if (Date.now() > deadline) throw new Error(`the replica set does not get ready: its members are ${states.join(', ')}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** @param primary as in `replSetGetStatus` */
async function isWritable(client: MongoClient, { self, name }: Document): Promise<boolean> {
  const other = self ? client : new MongoClient(`mongodb://${name}/?directConnection=true`, TIMEOUTS)
  try {
    return (await other.db('admin').command({ hello: 1 })).isWritablePrimary
  } finally {
    if (other !== client) await other.close()
  }
}

/** A server that is not in a replica set yet does not answer to the name of one. */
function withoutReplicaSet(url: string) {
  const parsed = new URL(url)
  parsed.searchParams.delete('replicaSet')
  return parsed.toString()
}
