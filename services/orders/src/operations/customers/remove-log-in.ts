import type { Envelope } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

type Stores = Pick<Deps, 'customers' | 'logIns' | 'leftLogIns'>

/** Logs out a customer who is deleted, where there was an account; nothing is left of it then. Idempotent. */
export async function removeLogIn(id: string, { customers, logIns, leftLogIns }: Stores, envelope: Envelope): Promise<void> {
  const { deadline } = envelope
  const gone = await customers.findDeleted(id, deadline)
  if (gone?.has_account) await logIns.remove(gone, envelope)
  await leftLogIns.forget(id, deadline)
}
