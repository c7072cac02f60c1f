import { OperationError, type Problem } from '@souk/contracts'
import { isRefusal } from '@souk/runtime'

/** Gathers the refusals of a batch's items, so that the answer names each of them. */
export function createRefusals() {
  const problems: Problem[] = []
  let first: OperationError | undefined

  /** @throws an error that is no refusal */
  function add(path: Problem['path'], error: unknown) {
    if (!isRefusal(error)) throw error
    first ??= error
    problems.push({ path, code: error.code ?? error.kind, message: error.message })
  }

  return {
    add,
    /** @returns undefined for an item that is refused */
    attempt<T>(path: Problem['path'], run: () => T): T | undefined {
      try {
        return run()
      } catch (error) {
        add(path, error)
        return undefined
      }
    },
    /** @throws the first refusal, with all of them in its `errors` */
    assertNone() {
      if (first)
        throw new OperationError(first.kind, first.message, { ...(first.code && { code: first.code }), errors: problems })
    },
  }
}

export type Refusals = ReturnType<typeof createRefusals>
