interface Looking {
  /** Resolves after the first look. */
  first: Promise<unknown>
  stop(): unknown
}

/** One look of some background work by each of so many replicas, at the same time. */
export async function lookOnce(replicas: number, begin: () => Looking) {
  const running = Array.from({ length: replicas }, begin)
  await Promise.all(running.map(({ first }) => first))
  await Promise.all(running.map((one) => one.stop()))
}
