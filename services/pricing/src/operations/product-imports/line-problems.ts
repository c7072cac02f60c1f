import { invalidData, type OperationError, type Problem, shortenedProblem } from '@souk/contracts'
import { LineError } from '../../domain/product-imports/line-error.ts'

const MAX_PROBLEMS = 100

export const problemAt = (line: number, message: string): Problem => ({
  path: [line],
  code: 'invalid_data',
  message: `Line ${line}: ${shortenedProblem(message)}`,
})

/** @param first the first line of the product */
export const problemOf = (error: unknown, first: number): Problem =>
  problemAt(error instanceof LineError ? error.line : first, (error as Error).message)

export const standsTwice = (line: number, key: string): Problem =>
  problemAt(line, `The product ${key} stands at another place of the file as well: its lines must follow each other`)

/** The refusal of a file, which lists the first hundred of its problems. */
export const refusalOf = (problems: readonly Problem[]): OperationError =>
  invalidData(problems[0]!.message, { errors: problems.slice(0, MAX_PROBLEMS) })
