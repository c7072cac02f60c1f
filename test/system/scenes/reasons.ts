import type { System } from '../system.ts'
import { aName, made } from './made.ts'
import type { Ids, Resource } from './scene.ts'

const refundReason = () => ({ label: aName('Reason'), code: aName('reason') })
const returnReason = () => ({ value: aName('reason'), label: aName('Reason'), metadata: { a: 1 } })
const refundIds: Ids = {
  own: async (system: System) => (await made(system, '/admin/refund-reasons', refundReason(), 'refund_reason')).id,
}
const returnIds: Ids = {
  own: async (system: System) => (await made(system, '/admin/return-reasons', returnReason(), 'return_reason')).id,
}

/** Why money is given back, and why things are sent back. */
export const reasons: Resource = {
  operations: {
    'list-refund-reasons': {},
    'create-refund-reason': { body: refundReason },
    'get-refund-reason': { ids: refundIds },
    'update-refund-reason': { ids: refundIds, body: refundReason },
    'delete-refund-reason': { ids: { ...refundIds, answered: 'as deleted' } },
    'list-return-reasons': {},
    'create-return-reason': { body: returnReason },
    'get-return-reason': { ids: returnIds },
    'update-return-reason': { ids: returnIds, body: returnReason },
    'delete-return-reason': { ids: { ...returnIds, answered: 'as deleted' } },
    'list-store-return-reasons': {},
    'get-store-return-reason': { ids: returnIds },
  },
}
