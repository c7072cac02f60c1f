import { OperationError, type Problem } from '@souk/contracts'
import { isRefusal } from '@souk/runtime'

/** Collects the refusals of a batch's items, so that the answer can name each of them. */
export function createRefusals() {
  const problems: Problem[] = []
  let first: OperationError | undefined

  /** @throws the error itself unless it is a refusal */
  function add(path: Problem['path'], error: unknown) {
    if (!isRefusal(error)) throw error
    first ??= error
    problems.push({ path, code: error.code ?? error.kind, message: error.message })
  }

  return {
    add,
    /** @returns undefined for a refused item */
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
