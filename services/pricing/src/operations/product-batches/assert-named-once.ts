import { invalidData } from '@souk/contracts'

/** One op changes a record once. @param noun of the records @throws invalid_data */
export function assertNamedOnce(noun: string, ids: readonly string[]) {
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw invalidData(`${noun} with id: ${twice} is named more than once`)
}
