import { OperationError, type Problem } from '@souk/contracts'
import { problemAt } from '../product-imports/line-problems.ts'

type Lines = Readonly<Record<'create' | 'update', readonly number[]>>

/** Runs a batch of products; its refusal names each product by its line in the file instead of its place in the batch. */
export async function namingLines<T>(lines: Lines, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof OperationError) || !error.errors || error.errors.length === 0) throw error
    const errors = error.errors.map((problem) => ofLine(problem, lines))
    throw new OperationError(error.kind, errors[0]!.message, { ...(error.code && { code: error.code }), errors })
  }
}

function ofLine(problem: Problem, lines: Lines): Problem {
  const [part, at] = problem.path
  const line = part === 'create' || part === 'update' ? lines[part][Number(at)] : undefined
  return line === undefined ? problem : { ...problemAt(line, problem.message), code: problem.code }
}
