import { OperationError } from '@souk/contracts'

/** The record, or undefined where there is none. @throws every other refusal and failure */
export const ifThere = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof OperationError && error.kind === 'not_found') return undefined
    throw error
  })
