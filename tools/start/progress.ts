import pc from 'picocolors'

/** Shows the current step in the terminal, and how long each took. */
export function createProgress(print: (line: string) => void) {
  return {
    async step<T>(name: string, work: (note: (text: string) => void) => Promise<T>): Promise<T> {
      const startedAt = performance.now()
      print(`${pc.dim('…')} ${name}`)
      const result = await work((text) => print(pc.dim(`    ${text}`)))
      print(`${pc.green('✓')} ${name} ${pc.dim(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`)}`)
      return result
    },
  }
}

export type Progress = ReturnType<typeof createProgress>
