/** Resolves when all have ended: no write is under way any more when it throws. @throws what the first one that failed threw */
export async function allEnded(all: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
