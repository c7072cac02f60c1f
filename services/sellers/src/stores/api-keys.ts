import { type ApiKeyFacts, apiKeyCreated, apiKeyDeleted, apiKeyUpdated, listApiKeys, searchOf } from '@souk/contracts'
import { adoptRecords, createRecords, type EventRelay, fromDocument, indexesOf, type Stored, timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import { type ApiKeyRecord, factsOf, isRevoked } from '../domain/api-keys/api-key.ts'

const searched = searchOf(listApiKeys)

const FACTS = { type: 1, sales_channel_ids: 1, created_by: 1, token_sha256: 1, revoked_at: 1 } as const

/** API keys: publishable ones in clear text, secret ones as a hash. */
export function createApiKeyStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<ApiKeyRecord>>('api_keys')
  const records = createRecords<ApiKeyRecord>(collection, {
    noun: 'API key',
    missing: (id) => `API Key with id: ${id} was not found`,
    idPrefix: 'apk',
    searched,
    indexes: [
      { key: { token_sha256: 1 }, name: 'token', unique: true },
      { key: { revoked_at: 1 }, name: 'revoked' },
      { key: { sales_channel_ids: 1 }, name: 'channels' },
      ...indexesOf(listApiKeys),
    ],
    events: { created: apiKeyCreated, updated: apiKeyUpdated, deleted: apiKeyDeleted },
    outbox,
  })

  /** A key, even if revoked or deleted. */
  async function findAny(
    filter: { token_sha256: string; deleted_at?: null },
    deadline: number,
  ): Promise<ApiKeyRecord | undefined> {
    const found = await collection.findOne(filter, { projection: FACTS, ...timeLeft(deadline) })
    return found ? fromDocument<ApiKeyRecord>(found) : undefined
  }

  return {
    ...records,

    async ensureIndexes() {
      await adoptRecords(collection, { missing: { deleted_at: null }, searched })
      await records.ensureIndexes()
    },

    /** Undefined for unknown, deleted and revoked keys alike. */
    async findActive(token_sha256: string, deadline: number): Promise<ApiKeyFacts | undefined> {
      const found = await findAny({ token_sha256, deleted_at: null }, deadline)
      return found && !isRevoked(found, new Date().toISOString()) ? factsOf(found) : undefined
    },

    /** The current facts about a key for gateways, even if it is revoked. @throws Error for a key that never existed */
    async currentFacts(token_sha256: string, deadline: number): Promise<ApiKeyFacts> {
      const found = await findAny({ token_sha256 }, deadline)
      if (!found) throw new Error('a key that was just changed is not there')
      return factsOf(found)
    },

    async listActive(): Promise<(ApiKeyFacts & { token_sha256: string })[]> {
      const living = { deleted_at: null, $or: [{ revoked_at: null }, { revoked_at: { $gt: new Date().toISOString() } }] }
      const found = await collection.find(living, { projection: FACTS }).toArray()
      return found.map((document) => ({ ...factsOf(fromDocument(document)), token_sha256: document.token_sha256 }))
    },
  }
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>
