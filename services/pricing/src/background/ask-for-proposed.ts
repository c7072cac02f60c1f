import { type FinishLeftOptions, finishLeft, leftWork } from '@souk/runtime'
import type { Deps } from '../deps.ts'

type Options = Pick<Deps, 'products'> & Omit<FinishLeftOptions, 'problem'>

/**
 * Makes proposals of products that sellers proposed before these were kept, also of those that a replica from before still lets
 * them propose. Any number of replicas may do so: each becomes one.
 */
export const askForProposed = ({ products, ...options }: Options) =>
  finishLeft([leftWork(products.listUnasked, products.ask)], {
    ...options,
    problem: 'a product was proposed without a request',
  })
