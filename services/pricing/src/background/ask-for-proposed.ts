import { type FinishLeftOptions, finishLeft, leftWork } from '@souk/runtime'
import type { Deps } from '../deps.ts'

type Options = Pick<Deps, 'products'> & Omit<FinishLeftOptions, 'problem'>

/**
 * Creates the missing proposals of products that sellers proposed through an older version, even while replicas of it still run.
 * Any number of replicas may do so: each product gets one proposal.
 */
export const askForProposed = ({ products, ...options }: Options) =>
  finishLeft([leftWork(products.listUnasked, products.ask)], {
    ...options,
    problem: 'a product was proposed without a request',
  })
