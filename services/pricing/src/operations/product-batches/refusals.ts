import { OperationError, type Problem } from '@souk/contracts'
import { isRefusal } from '@souk/runtime'

const KINDS: readonly Problem['path'][number][] = ['create', 'update', 'delete']

/**
 * Collects the refusals of a batch's items, so that the answer can name each of them: those of products to be created before
 * those of others, however long each check took.
 */
export function createRefusals() {
  const refused: { problem: Problem; error: OperationError }[] = []
  const rankOf = ({ problem }: (typeof refused)[number]) => KINDS.indexOf(problem.path[0]!)

  /** @throws the error itself unless it is a refusal */
  function add(path: Problem['path'], error: unknown) {
    if (!isRefusal(error)) throw error
    refused.push({ problem: { path, code: error.code ?? error.kind, message: error.message }, error })
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
      const inOrder = refused.toSorted((a, b) => rankOf(a) - rankOf(b))
      if (!inOrder[0]) return
      const { kind, message, code, retry_after } = inOrder[0].error
      const errors = inOrder.map(({ problem }) => problem)
      throw new OperationError(kind, message, {
        ...(code && { code }),
        ...(retry_after !== undefined && { retry_after }),
        errors,
      })
    },
  }
}

export type Refusals = ReturnType<typeof createRefusals>
