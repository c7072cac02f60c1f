import type { Operation, Selection } from '@souk/contracts'
import type { RequestOf } from './implement.ts'

interface Made {
  selection: Selection
  bytes: Uint8Array
}

const made = new WeakMap<object, Map<string, Made>>()

/**
 * The bytes of an answer that depends on one state, the params and the selection only: as long as the state lives they are made once.
 * Of several selections the one asked for last is kept.
 */
export async function bytesFrom(
  state: object,
  { name }: Operation,
  { params, selection }: Pick<RequestOf<Operation>, 'params' | 'selection'>,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const ofState = made.get(state) ?? new Map<string, Made>()
  made.set(state, ofState)
  const key = `${name} ${Object.values(params as Record<string, string>)}`
  const known = ofState.get(key)
  if (known?.selection === selection) return known.bytes

  const bytes = await make()
  ofState.set(key, { selection, bytes })
  return bytes
}
