/** Resolves once all have ended, so that no write is under way if it throws. @throws the error of the first one that failed */
export async function allEnded(all: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}
