import { JetStreamApiError } from '@nats-io/jetstream'

/** JetStream's error code for a lack of storage. */
const NO_STORAGE_LEFT = 10047
const SMALLEST_BYTES = 2 ** 20

/**
 * Creates a stream or bucket of this size; if JetStream has no room for it, of half the size, and so on, down to 1 MiB.
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
