import { invalidData } from '@souk/contracts'
import { repeated } from './repeated.ts'

/** Asserts distinct ids: a request can change a record only once. @param noun of the records @throws invalid_data */
export function assertNamedOnce(noun: string, ids: readonly string[]) {
  const [twice] = repeated(ids)
  if (twice !== undefined) throw invalidData(`${noun} with id: ${twice} is named more than once`)
}
