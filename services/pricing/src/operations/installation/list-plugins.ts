import { listPlugins as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'

/** Draft orders; gift cards and store credit. */
const plugins = [{ name: '@medusajs/draft-order' }, { name: '@medusajs/loyalty-plugin' }]

export const listPlugins = implement(contract, async () => ({ plugins }))
