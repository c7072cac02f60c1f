import { columnName } from '@souk/contracts'

interface NamedRegion {
  id: string
  name: string
}

const nameWithId = ({ id, name }: NamedRegion) => `${name} (${id})`

function byName<R extends NamedRegion>(regions: readonly R[], namesOf: (region: R) => string[]): Map<string, R[]> {
  const found = new Map<string, R[]>()
  for (const region of regions)
    for (const name of new Set(namesOf(region).map(columnName))) found.set(name, [...(found.get(name) ?? []), region])
  return found
}

/** The regions that the columns of an import may mean: each by its name, and by its name with its id. */
export const regionsInColumns = <R extends NamedRegion>(regions: readonly R[]): ReadonlyMap<string, readonly R[]> =>
  byName(regions, (region) => [region.name, nameWithId(region)])

/** The names of regions in the columns of an export, by id: with the id if an import would find several by the name. */
export function columnsOfRegions(regions: readonly NamedRegion[]): ReadonlyMap<string, string> {
  const found = byName(regions, ({ name }) => [name])
  return new Map(
    regions.map((region) => [region.id, found.get(columnName(region.name))!.length > 1 ? nameWithId(region) : region.name]),
  )
}
