import { missingRelation } from '@souk/contracts'
import { createShortCache, derivedOpId, type EventRelay, type Fate, type RecordCommand, type RequestContext } from '@souk/runtime'
import type { Db } from 'mongodb'
import { assertParent, type TaxRateRecord, type TaxRegionRecord } from '../domain/tax/tax-records.ts'
import { QUOTED } from './quoted-records.ts'
import { createTaxRateStore } from './tax-rates.ts'
import { createTaxRegionStore } from './tax-regions.ts'

export interface CountryTaxes {
  regions: readonly TaxRegionRecord[]
  rates: readonly TaxRateRecord[]
}

/** A load is shared by requests with different deadlines, so it has its own. */
const LOAD_MS = 1000
const NONE: CountryTaxes = { regions: [], rates: [] }

type Request = Pick<RequestContext, 'command' | 'newIds'>
type NewRegion = Omit<TaxRegionRecord, 'id' | 'created_at' | 'updated_at' | 'deleted_at'>
type NewRate = Omit<TaxRateRecord, 'id' | 'created_at' | 'updated_at' | 'deleted_at'>

/**
 * Tax regions with their rates. A record of a region is only created while the region exists: if the region is deleted in the
 * meantime, the new record is removed again.
 */
export function createTaxStore(db: Db, outbox?: EventRelay) {
  const regions = createTaxRegionStore(db, outbox)
  const rates = createTaxRateStore(db, outbox)
  const cache = createShortCache<CountryTaxes>(QUOTED)
  /** Part of the cache's keys, so that this replica's own changes are seen at once. */
  let changes = 0
  const forgetting =
    <A extends unknown[], R>(change: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      change(...args).finally(() => void changes++)

  async function load(country_code: string): Promise<CountryTaxes> {
    const deadline = Date.now() + LOAD_MS
    const found = await regions.listOfCountry(country_code, deadline)
    const ids = found.map(({ id }) => id)
    return { regions: found, rates: await rates.listOfRegions(ids, deadline) }
  }

  async function createRegion(region: NewRegion, request: Request) {
    const { deadline } = request.command
    const parentOf = async (id: string) => (await regions.find(id, deadline))?.record
    if (region.parent_id !== null) assertParent(region, await parentOf(region.parent_id))
    const created = await regions.create(region, request)
    if (region.parent_id === null || (await parentOf(region.parent_id))) return created
    await regions.remove(created.record.id, ownOf(request.command, created.record.id))
    request.command.fate.is = 'refused' // it is taken back, and no attempt creates it again
    throw missingRelation('parent_id', region.parent_id)
  }

  async function createRate(rate: NewRate, request: Request) {
    const { tax_region_id } = rate
    const isThere = async () => (await regions.find(tax_region_id, request.command.deadline)) !== undefined
    if (!(await isThere())) throw missingRelation('tax_region_id', tax_region_id)
    const created = await rates.create(rate, request)
    if (await isThere()) return created
    await rates.remove(created.record.id, ownOf(request.command, created.record.id))
    request.command.fate.is = 'refused'
    throw missingRelation('tax_region_id', tax_region_id)
  }

  /** Removes the region first: from then on nothing is taxed there. After a failure a repeat of the request does the rest. */
  async function removeRegion(id: string, command: RecordCommand) {
    const removed = await regions.remove(id, command)
    await removeBelow(id, command)
    return removed
  }

  async function removeBelow(id: string, command: RecordCommand): Promise<void> {
    const [children, own] = await Promise.all([
      regions.listChildren([id], command.deadline),
      rates.listOfRegions([id], command.deadline),
    ])
    for (const rate of own) await rates.remove(rate.id, ownOf(command, rate.id))
    for (const child of children) {
      await regions.remove(child.id, ownOf(command, child.id))
      await removeBelow(child.id, command)
    }
  }

  return {
    async ensureIndexes() {
      await Promise.all([regions.ensureIndexes(), rates.ensureIndexes()])
    },

    regions: {
      ...regions,
      create: forgetting(createRegion),
      update: forgetting(regions.update),
      remove: forgetting(removeRegion),
    },
    rates: { ...rates, create: forgetting(createRate), update: forgetting(rates.update), remove: forgetting(rates.remove) },

    /**
     * Taxes as quotes read them: regions of a country and its provinces with all their rates, at most half a second old. Null:
     * none.
     */
    findTaxes: (countryCode: string | null): Promise<CountryTaxes> => {
      if (countryCode === null) return Promise.resolve(NONE)
      const country_code = countryCode.toLowerCase()
      return cache.get(`${changes}:${country_code}`, () => load(country_code))
    },
  }
}

export type TaxStore = ReturnType<typeof createTaxStore>

/** A separate command for a record that is changed along with another one. */
function ownOf({ op, ...command }: RecordCommand, id: string): RecordCommand {
  const fate: Fate = { is: 'open' }
  return { ...command, op: derivedOpId(op.at, 'goes along', id, op.text), fate, if_match: undefined, onlyRepeat: false }
}
