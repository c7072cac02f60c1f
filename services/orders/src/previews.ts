import { setImmediate as nextTurn } from 'node:timers/promises'
import { activeChange } from './domain/order-change.ts'
import type { OrderRecord } from './domain/order-record.ts'
import { orderPreview, type Preview } from './domain/shown-preview.ts'

/** Actions of a change; the preview of so many takes a good millisecond. */
const LARGE = 50

/**
 * Previews for answers to changes. Many changes of one order are decided at once, and so have to be previewed at once: when that is
 * much work, each takes a turn of the event loop of its own, and a repeat finds the preview of the same state done.
 */
export function createPreviews() {
  const done = new WeakMap<OrderRecord, Preview>()
  let last: Promise<void> = Promise.resolve()

  return async function previewOf(order: OrderRecord): Promise<Preview> {
    const isLarge = (activeChange(order)?.actions.length ?? 0) > LARGE
    if (!isLarge) return orderPreview(order)
    last = last.then(() => nextTurn())
    await last
    const preview = done.get(order) ?? orderPreview(order)
    done.set(order, preview)
    return preview
  }
}
