interface Next<V> {
  /** The latest deadline of all waiting callers. */
  deadline: number
  value: Promise<V>
}

/**
 * One read per key at a time: a caller that comes while one runs shares the next one, because the running one may have begun
 * before the caller's own write. So if many writers all want to see the same long list, it is read only a few times, and none
 * misses its own write. The shared value must not be changed.
 */
export function createSingleFlight<V>() {
  const running = new Map<string, Promise<V>>()
  const next = new Map<string, Next<V>>()

  function start(key: string, read: () => Promise<V>): Promise<V> {
    const value = read().finally(() => running.delete(key))
    running.set(key, value)
    return value
  }

  return (key: string, deadline: number, read: (deadline: number) => Promise<V>): Promise<V> => {
    const current = running.get(key)
    if (!current) return start(key, () => read(deadline))

    const waiting = next.get(key)
    if (waiting) {
      waiting.deadline = Math.max(waiting.deadline, deadline)
      return waiting.value
    }
    const own: Next<V> = { deadline, value: current.then(go, go) }
    next.set(key, own)
    return own.value

    function go() {
      next.delete(key)
      return start(key, () => read(own.deadline))
    }
  }
}

export type SingleFlight<V> = ReturnType<typeof createSingleFlight<V>>
