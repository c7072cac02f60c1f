import { overloaded } from '@souk/contracts'

const MAX_WAITING = 256

export interface BatchQueueOptions<Item> {
  /** Settles every item of the batch itself and never rejects. The next batch of the key begins when it resolves. */
  work: (key: string, batch: Item[]) => Promise<void>
  /** Most items that `work` gets at once. */
  batchSize: number
  /** Items of one key that may wait while others are worked on; default 256. */
  maxWaiting?: number
}

/** Processes the items of each key in batches, one batch after another, within this process; keys do not wait for each other. */
export function createKeyedBatchQueue<Item>({ work, batchSize, maxWaiting = MAX_WAITING }: BatchQueueOptions<Item>) {
  const queues = new Map<string, Item[]>()

  async function drain(key: string, queue: Item[]) {
    while (queue.length > 0) await work(key, queue.splice(0, batchSize))
    queues.delete(key)
  }

  /**
   * Begins at once if nothing of the key is under way.
   * @param onWait called if others come first
   * @throws overloaded if too many wait
   */
  return function add(key: string, item: Item, onWait?: () => void): void {
    const queue = queues.get(key)
    if (!queue) {
      const own = [item]
      queues.set(key, own)
      void drain(key, own) // never rejects
    } else if (queue.length >= maxWaiting) {
      throw overloaded('Too many requests wait for this record; try again shortly')
    } else {
      onWait?.()
      queue.push(item)
    }
  }
}

/** Runs one task per key at a time, in the order in which they came. */
export function createKeyedQueue() {
  const run = createTaskQueue(1)

  /**
   * Waits for the turn of a task that has begun already.
   * @returns the function that ends the turn
   * @throws as `run`
   */
  const turnOf = (key: string, onWait?: () => void) =>
    new Promise<() => void>((begin, refuse) => {
      run(key, () => new Promise<void>((end) => begin(end)), onWait).catch(refuse)
    })

  return { run, turnOf }
}

export type KeyedQueue = ReturnType<typeof createKeyedQueue>

const MAX_GROUP = 64

/**
 * Runs the tasks of each key in groups of up to 64: those that come while a group is under way begin together, once all of it has
 * ended. So what one task reads from its beginning on is recent enough for every other task of its group.
 */
export const createKeyedGroups = () => ({ run: createTaskQueue(MAX_GROUP) })

export type KeyedGroups = ReturnType<typeof createKeyedGroups>

function createTaskQueue(groupSize: number) {
  const add = createKeyedBatchQueue<() => Promise<void>>({
    work: async (_key, tasks) => void (await Promise.all(tasks.map((task) => task()))),
    batchSize: groupSize,
    maxWaiting: MAX_WAITING - 1, // others are under way
  })

  /**
   * @param onWait called if others come first
   * @throws the errors of the task; overloaded if 255 tasks of the key wait for those under way
   */
  return function run<R>(key: string, task: () => Promise<R>, onWait?: () => void): Promise<R> {
    return new Promise((resolve, reject) => add(key, () => task().then(resolve, reject), onWait))
  }
}
