import { JetStreamApiError } from '@nats-io/jetstream'

/** The code of JetStream's error when its storage has no room for what is asked. */
const NO_STORAGE_LEFT = 10047
const SMALLEST_BYTES = 2 ** 20

/**
 * Makes a stream or a bucket of JetStream with this size; where the server has no room for it, with half of it, and so on, down
 * to 1 MiB.
 * @throws the refusal of the smallest size, and every other failure
 */
export async function madeToFit<T>(max_bytes: number, make: (bytes: number) => Promise<T>): Promise<T> {
  for (let bytes = max_bytes; ; bytes = Math.floor(bytes / 2)) {
    try {
      return await make(bytes)
    } catch (error) {
      const isTooLarge = error instanceof JetStreamApiError && error.code === NO_STORAGE_LEFT
      if (!isTooLarge || bytes < 2 * SMALLEST_BYTES) throw error
    }
  }
}
