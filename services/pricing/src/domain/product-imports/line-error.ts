/** A mistake in one line of a file. */
export class LineError extends Error {
  /** Counted from 1, which is the line with the names of the columns. */
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}
