import type { ListQuery } from '@souk/contracts'
import { changeEach, createRecords, hashedId, type RecordCommand, type Stored, timeLeft, unlessGone } from '@souk/runtime'
import type { Db } from 'mongodb'
import {
  type LayoutConfigurationRecord,
  setAside,
  type withWidgets,
} from '../domain/layout-configurations/layout-configuration.ts'

/** The place of a configuration: a zone, and the administrator who owns it; null for the default. */
interface Place {
  zone: string
  user_id: string | null
}

/** The id is derived from the place, so that each has at most one configuration. */
const idOf = ({ zone, user_id }: Place) => hashedId('layconf', `${user_id ?? ''}\0${zone}`)

/** The administrators' layouts of the dashboard's pages. */
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

  /** Makes sure that there is a record to change: it counts as deleted until it is saved. */
  async function begin(place: Place, deadline: number): Promise<void> {
    if (await find(place, deadline)) return
    const now = new Date().toISOString()
    const dates = { created_at: now, updated_at: now, deleted_at: now }
    const empty = { id: idOf(place), ...place, is_system_default: place.user_id === null, widgets: [], is_active: true, ...dates }
    await records.createMissing([empty], deadline)
  }

  return {
    ensureIndexes: records.ensureIndexes,

    /** The administrator's own ones, and the defaults. */
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

    /** Saves the administrator's own configuration of a zone, which `next` makes from the previous or an empty one. */
    async save(place: Place, command: RecordCommand, next: ReturnType<typeof withWidgets>): Promise<void> {
      await begin(place, command.deadline)
      await records.restore(idOf(place), command, next)
    },

    /** Does the same for the zone's default, which from then on applies to the administrator: their own one is set aside. */
    async saveDefault({ zone, user_id }: Place, command: RecordCommand, next: ReturnType<typeof withWidgets>): Promise<void> {
      const [fallback, personal] = [idOf({ zone, user_id: null }), idOf({ zone, user_id })]
      await begin({ zone, user_id: null }, command.deadline)
      await changeEach([fallback, personal], command, (id, own) =>
        id === fallback ? records.restore(id, own, next) : records.update(id, own, setAside).catch(unlessGone),
      )
    },

    /** Also succeeds if there is none. */
    async remove(place: Place, command: RecordCommand): Promise<void> {
      await records.remove(idOf(place), command)
    },

    /** Removes the configurations of deleted administrators. Idempotent. @param deadline epoch ms; none in background work */
    async forget(user_ids: readonly string[], deadline?: number): Promise<void> {
      await collection.deleteMany({ user_id: { $in: user_ids } } as never, deadline === undefined ? {} : timeLeft(deadline))
    },
  }
}

export type LayoutConfigurationStore = ReturnType<typeof createLayoutConfigurationStore>
