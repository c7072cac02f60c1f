/** A mistake in one line of a file. */
export class LineError extends Error {
  /** The line with the names of the columns is the first. */
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}
