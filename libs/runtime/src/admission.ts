import { overloaded } from '@souk/contracts'

/**
 * Bounds the work of one replica: `running` at once, `queued` waiting. What cannot be answered before its deadline, going by how
 * long requests took lately, is refused at once instead of being queued.
 */
export function createAdmission({ running: maxRunning, queued: maxQueued }: { running: number; queued: number }) {
  const queue: { admit: () => void; refuse: (error: Error) => void; deadline: number }[] = []
  let running = 0
  let averageMs = 5

  function release(startedAt: number) {
    averageMs += (performance.now() - startedAt - averageMs) / 32
    running--
    let next = queue.shift()
    while (next && next.deadline <= Date.now()) {
      next.refuse(overloaded())
      next = queue.shift()
    }
    if (next) {
      running++
      next.admit()
    }
  }

  /** @throws overloaded */
  async function admit(deadline: number): Promise<() => void> {
    if (running < maxRunning) running++
    else {
      const waitMs = ((queue.length + 1) * averageMs) / maxRunning
      if (queue.length >= maxQueued || Date.now() + waitMs > deadline) throw overloaded()
      await new Promise<void>((resolve, reject) => queue.push({ admit: resolve, refuse: reject, deadline }))
    }
    const startedAt = performance.now()
    return () => release(startedAt)
  }

  return {
    admit,
    get running() {
      return running
    },
    get queued() {
      return queue.length
    },
  }
}

export type Admission = ReturnType<typeof createAdmission>
