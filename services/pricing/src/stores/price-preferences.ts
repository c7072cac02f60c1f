import {
  listPricePreferences,
  OperationError,
  type PricePreference,
  pricePreferenceCreated,
  pricePreferenceDeleted,
  pricePreferenceUpdated,
  searchOf,
} from '@souk/contracts'
import {
  adoptRecords,
  createRecords,
  derivedOpId,
  type EventRelay,
  type Fate,
  idsFrom,
  indexesOf,
  patch,
  type RequestContext,
  type Stored,
  timeLeft,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import { createLivingRecords } from './living-records.ts'

const searched = searchOf(listPricePreferences)
/** The index's name from when deleted preferences still blocked their value. */
const FORMER_INDEXES = ['preference']
const MAX_TRIES = 5

type Wanted = Pick<PricePreference, 'attribute' | 'value'> & { is_tax_inclusive?: boolean | undefined }

/** Whether prices include taxes, by currency and by region; one preference for each. */
export function createPricePreferenceStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<PricePreference>>('price_preferences')
  const preferences = createRecords<PricePreference>(collection, {
    noun: 'Price preference',
    idPrefix: 'prpref',
    searched,
    indexes: [
      {
        key: { attribute: 1, value: 1 },
        name: 'one_per_value',
        unique: true,
        partialFilterExpression: { deleted_at: null },
      },
      ...indexesOf(listPricePreferences),
    ],
    formerIndexes: FORMER_INDEXES,
    events: { created: pricePreferenceCreated, updated: pricePreferenceUpdated, deleted: pricePreferenceDeleted },
    outbox,
  })
  const living = createLivingRecords(collection)
  const [create, update] = [living.forgetting(preferences.create), living.forgetting(preferences.update)]

  /** @returns false if the preference was changed concurrently */
  async function trySet({ attribute, value, is_tax_inclusive }: Wanted, { op, ...command }: RequestContext['command']) {
    const options = { projection: { _id: 1 }, ...timeLeft(command.deadline) }
    const present = await collection.findOne({ attribute, value, deleted_at: null } as never, options)
    if (present && is_tax_inclusive === undefined) return true
    const own = { ...command, op: derivedOpId(op.at, 'price preference', attribute, String(value), op.text) }
    try {
      if (present) await update(present._id, own, patch({ is_tax_inclusive }))
      else
        await create(
          { attribute, value, is_tax_inclusive: is_tax_inclusive ?? false },
          { command: own, newIds: () => idsFrom(own.op) },
        )
      return true
    } catch (error) {
      if (error instanceof OperationError && (error.kind === 'invalid_data' || error.kind === 'not_found')) return false
      throw error
    }
  }

  return {
    ...preferences,
    create,
    update,
    remove: living.forgetting(preferences.remove),

    async ensureIndexes() {
      await adoptRecords(collection, { missing: {}, searched })
      await preferences.ensureIndexes()
    },

    /** All of them, at most half a second old. */
    list: async (): Promise<PricePreference[]> => (await living.list()).map(({ record }) => record),

    /**
     * Ensures that there is this preference. Without `is_tax_inclusive` an existing one stays as it is, and a new one gets false.
     */
    async set(wanted: Wanted, { command }: Pick<RequestContext, 'command'>): Promise<void> {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const fate: Fate = { is: 'open' }
        if (await trySet(wanted, { ...command, fate, if_match: undefined, onlyRepeat: false })) return
      }
    },
  }
}

export type PricePreferenceStore = ReturnType<typeof createPricePreferenceStore>
