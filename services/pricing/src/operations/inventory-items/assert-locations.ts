import { notFound } from '@souk/contracts'
import type { Deps } from '../../deps.ts'

/** @throws not_found for missing locations */
export async function assertLocations(
  levels: readonly { location_id: string }[],
  { stockLocations }: Pick<Deps, 'stockLocations'>,
  deadline: number,
) {
  if (levels.length === 0) return
  const ids = [...new Set(levels.map(({ location_id }) => location_id))]
  const known = await stockLocations.list({ _id: { $in: ids } }, deadline)
  const missing = ids.filter((id) => !known.some((location) => location.id === id))
  if (missing.length > 0) throw notFound(`Stock locations with ids: ${missing.join(', ')} was not found`)
}
