import type { ApiKeyFacts } from '@souk/contracts'
import { timeLeft } from '@souk/runtime'
import type { Db } from 'mongodb'
import type { ApiKey } from '../domain/identity.ts'

type Document = Omit<ApiKey, 'id'> & { _id: string }

const FACTS = { type: 1, sales_channel_ids: 1, token_sha256: 1 } as const

export function createApiKeyStore(db: Db) {
  const collection = db.collection<Document>('api_keys')

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        { key: { token_sha256: 1 }, name: 'token', unique: true },
        { key: { revoked_at: 1 }, name: 'revoked' },
      ])
    },

    /** Undefined for unknown and revoked keys alike. */
    async findActive(token_sha256: string, deadline: number): Promise<ApiKeyFacts | undefined> {
      const found = await collection.findOne({ token_sha256, revoked_at: null }, { projection: FACTS, ...timeLeft(deadline) })
      return found ? { id: found._id, type: found.type, sales_channel_ids: found.sales_channel_ids } : undefined
    },

    async listActive(): Promise<(ApiKeyFacts & { token_sha256: string })[]> {
      const found = await collection.find({ revoked_at: null }, { projection: FACTS }).toArray()
      return found.map(({ _id, type, sales_channel_ids, token_sha256 }) => ({ id: _id, type, sales_channel_ids, token_sha256 }))
    },

    /** Idempotent. @returns the hash by which gateways know the key, or undefined for an unknown id */
    async revoke(id: string, revoked_by: string, now: string): Promise<string | undefined> {
      await collection.updateOne({ _id: id, revoked_at: null }, { $set: { revoked_at: now, revoked_by, updated_at: now } })
      return (await collection.findOne({ _id: id }, { projection: { token_sha256: 1 } }))?.token_sha256
    },

    async insertMissing(keys: readonly ApiKey[]) {
      for (const { id, ...rest } of keys) await collection.updateOne({ _id: id }, { $setOnInsert: rest }, { upsert: true })
    },
  }
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>
