import type { ListQuery } from '@souk/contracts'
import { changeEach, createRecords, hashedId, type RecordCommand, type Stored, timeLeft, unlessGone } from '@souk/runtime'
import type { Db } from 'mongodb'
import {
  type LayoutConfigurationRecord,
  setAside,
  type withWidgets,
} from '../domain/layout-configurations/layout-configuration.ts'

/** The place of one configuration: a zone, and the administrator whose own it is; null: the default. */
interface Place {
  zone: string
  user_id: string | null
}

/** The id follows from the place, so that there is one configuration of it at most. */
const idOf = ({ zone, user_id }: Place) => hashedId('layconf', `${user_id ?? ''}\0${zone}`)

/** How administrators lay out the pages of the dashboard. */
export function createLayoutConfigurationStore(db: Db) {
  const collection = db.collection<Stored<LayoutConfigurationRecord>>('layout_configurations')
  const records = createRecords<LayoutConfigurationRecord>(collection, {
    noun: 'Layout configuration',
    idPrefix: 'layconf',
    indexes: [
      { key: { user_id: 1, deleted_at: 1, created_at: -1, _id: -1 }, name: 'newest_of_user' },
      { key: { user_id: 1, deleted_at: 1, zone: 1, _id: 1 }, name: 'zones_of_user' },
    ],
  })
  const find = async (place: Place, deadline: number) => (await records.find(idOf(place), deadline))?.record

  /** Sees to it that there is a record to write to: one that counts as deleted, until it is written. */
  async function begin(place: Place, deadline: number): Promise<void> {
    if (await find(place, deadline)) return
    const now = new Date().toISOString()
    const dates = { created_at: now, updated_at: now, deleted_at: now }
    const empty = { id: idOf(place), ...place, is_system_default: place.user_id === null, widgets: [], is_active: true, ...dates }
    await records.createAll([empty], { deadline, fate: { is: 'open' } }, (refusal) => refusal)
  }

  return {
    ensureIndexes: records.ensureIndexes,

    /** Those of the administrator, and the defaults. */
    page: <S>(
      user_id: string,
      query: ListQuery,
      deadline: number,
      show: (found: readonly LayoutConfigurationRecord[]) => Promise<readonly S[]>,
    ) => records.page(query, deadline, show, { user_id: { $in: [user_id, null] } }),

    /** The administrator's own configuration of a zone, and the default. */
    async findOfZone(zone: string, user_id: string, deadline: number) {
      const [personal, fallback] = await Promise.all([find({ zone, user_id }, deadline), find({ zone, user_id: null }, deadline)])
      return { personal, fallback }
    },

    /** The administrator's own configuration of a zone, as `next` makes it of the one before, or of an empty one. */
    async save(place: Place, command: RecordCommand, next: ReturnType<typeof withWidgets>): Promise<void> {
      await begin(place, command.deadline)
      await records.restore(idOf(place), command, next)
    },

    /** The same of the zone's default. From then on it applies to the administrator, whose own one is set aside. */
    async saveDefault({ zone, user_id }: Place, command: RecordCommand, next: ReturnType<typeof withWidgets>): Promise<void> {
      const [fallback, personal] = [idOf({ zone, user_id: null }), idOf({ zone, user_id })]
      await begin({ zone, user_id: null }, command.deadline)
      await changeEach([fallback, personal], command, (id, own) =>
        id === fallback ? records.restore(id, own, next) : records.update(id, own, setAside).catch(unlessGone),
      )
    },

    /** Succeeds as well where there is none. */
    async remove(place: Place, command: RecordCommand): Promise<void> {
      await records.remove(idOf(place), command)
    },

    /** Takes all that administrators saved who are gone. Idempotent. @param deadline epoch ms; none in background work */
    async forget(user_ids: readonly string[], deadline?: number): Promise<void> {
      await collection.deleteMany({ user_id: { $in: user_ids } } as never, deadline === undefined ? {} : timeLeft(deadline))
    },
  }
}

export type LayoutConfigurationStore = ReturnType<typeof createLayoutConfigurationStore>
